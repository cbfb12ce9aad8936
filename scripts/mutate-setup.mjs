// Loaded before the tests of a mutation run: the same generated inputs for every mutant, and fewer of them.
import fc from "fast-check";

fc.configureGlobal({ seed: 20_260_105, numRuns: 20 });
