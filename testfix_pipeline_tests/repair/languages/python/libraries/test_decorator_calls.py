"""Decorators that are gone, of which a rule says what to call in their place."""

from textwrap import dedent

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.languages.python.libraries.edits.decorator_calls import with_calls
from testfix_pipeline.repair.languages.python.libraries.sources.expression_rules import expression_fixes
from testfix_pipeline.repair.languages.python.source import SourceFile


def as_calls(text: str) -> str:
    return with_calls(SourceFile("a.py", dedent(text).encode()), {"hook"}).text


def test_a_hook_is_called_at_the_end_of_its_block():
    text = """
        def make(app):
            @app.hook
            def start():
                pass

            app.run = 1
            return app
    """
    after = """
        def make(app):
            def start():
                pass

            app.run = 1

            app.hook(start)
            return app
    """
    assert as_calls(text) == dedent(after)


def test_hooks_of_a_class_and_others_stay():
    text = "class A:\n    @app.hook\n    def f(self): pass\n\n\n@app.route('/')\n@app.hook\ndef g(): pass\n"
    assert as_calls(text) == text


def test_what_was_run_before_the_first_request_runs_when_the_application_is_there():
    text = """
        from shop import app, db


        @app.before_first_request
        def start():
            db.create_all()


        if __name__ == "__main__":
            app.run()
    """
    after = """
        from shop import app, db


        def start():
            db.create_all()


        with app.app_context():
            start()


        if __name__ == "__main__":
            app.run()
    """
    files = {"views.py": SourceFile("views.py", dedent(text).encode()), "shop.py": SourceFile("shop.py", b"app = 1\n")}
    error = "'Flask' object has no attribute 'before_first_request'. Did you mean: '_got_first_request'?"
    frames = [Frame(file="views.py", line=5, function="<module>")]
    failure = Failure(test="test_a.py::test", error_type="AttributeError", error=error, frames=frames)
    (fix,) = expression_fixes((failure,), (), files)
    assert fix.texts == {"views.py": dedent(after)}


def test_a_body_without_the_type_of_json_is_none_as_before():
    text = "from flask import request\n\n\ndef f():\n    a = request.get_json()\n    return a, [request.json]\n"
    files = {"views.py": SourceFile("views.py", text.encode())}
    failure = Failure(test="test_a.py::test", error_type="AssertionError", error="assert 415 == 200", frames=[])
    first, second = (fix.texts["views.py"] for fix in expression_fixes((failure,), (), files))
    assert first == text.replace("request.get_json()", "request.get_json() if request.is_json else None")
    assert second == text.replace("request.json", "request.json if request.is_json else None")
