"""Of two patches that let `errors.Is` find an error, the one that retains its text comes first."""

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.go.language import GO
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.verdict import PlausiblePatch, Verdict
from testfix_pipeline.repair.ranking.evidence import Evidence
from testfix_pipeline.repair.ranking.patch_ranking import rank_patches

CODE = """package store

import (
	"errors"
	"fmt"
)

var ErrNotFound = errors.New("not found")

func Get(items map[string]int, id string) (int, error) {
	n, ok := items[id]
	if !ok {
		return 0, fmt.Errorf("get %s: %v", id, ErrNotFound)
	}
	return n, nil
}
"""


def test_a_wrapped_error_comes_before_the_bare_one_which_only_deletes() -> None:
    source = GO.read("store.go", CODE.encode())
    evidence = FailureEvidence(errors=frozenset({"AssertionError"}))
    target = GO.target(source, source.statements[13], evidence, (), (source,))
    found = [
        PlausiblePatch(Candidate.single(source, edit, edit.prior, one.id), Verdict("plausible", frozenset([_TEST])))
        for one in GO.producers
        for edit in GO.propose(target, one)
        if edit.kind == "error.wrapped" or (edit.kind == "return.value" and edit.replacement == "ErrNotFound")
    ]
    ranked = rank_patches(found, Evidence(evidence, []))
    assert [(one.kind, one.features["deletion"]) for one in ranked] == [("error.wrapped", 0.0), ("return.value", 1.0)]


_TEST = TestId("store_test.go::TestGet")
