from wiki import Wiki


def test_forms_of_a_title():
    wiki = Wiki()
    wiki.write("My page", "")
    wiki.write("Index", "[[my_page]] [[ My  page ]] [[my page|x]] [[My page]] [[my pages]]")
    wiki.rename("my page", "Other")
    assert wiki.read("Index") == "[[Other|my_page]] [[Other| My  page ]] [[Other|x]] [[Other|My page]] [[my pages]]"
    assert wiki.wanted() == ["My pages"]
