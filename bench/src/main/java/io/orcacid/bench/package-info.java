/** Benchmarks: each measures against a goal, in one run with what it is compared to. */
package io.orcacid.bench;
