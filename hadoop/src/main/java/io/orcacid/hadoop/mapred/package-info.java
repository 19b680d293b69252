/** Formats and committer for jobs of {@code org.apache.hadoop.mapred}. */
package io.orcacid.hadoop.mapred;
