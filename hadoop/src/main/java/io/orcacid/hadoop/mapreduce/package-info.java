/** Formats and committer for jobs of {@code org.apache.hadoop.mapreduce}. */
package io.orcacid.hadoop.mapreduce;
