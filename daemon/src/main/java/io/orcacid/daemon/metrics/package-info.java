/** Figures of a daemon in Prometheus' text format, by the naming rules of that system. */
package io.orcacid.daemon.metrics;
