/**
 * Programs that are measured, each in a JVM of its own: how they are started, what they print, and
 * the digest by which their answers are compared.
 */
package io.orcacid.bench.program;
