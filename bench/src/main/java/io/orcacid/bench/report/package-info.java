/** What was measured: goals, figures, curves, the machine; as Markdown, JSON and pictures. */
package io.orcacid.bench.report;
