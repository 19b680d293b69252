/** Benchmarks of the hottest loops, with JMH; {@code bin/bench micro [PATTERN]} runs them. */
package io.orcacid.bench.micro;
