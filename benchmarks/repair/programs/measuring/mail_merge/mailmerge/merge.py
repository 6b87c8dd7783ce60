from mailmerge.template import TemplateError, render


def merge(template, people, strict=True):
    """(letters by address, errors by address) for all people that have an address."""
    letters, errors = {}, {}
    for person in people:
        address = person.get("email")
        if not address:
            continue
        try:
            letters[address] = render(template, person, strict)
        except TemplateError as error:
            errors[address] = str(error)
    return letters, errors
