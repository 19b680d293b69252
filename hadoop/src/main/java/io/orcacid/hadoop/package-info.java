/**
 * Tables as input and output of Hadoop jobs: what both of MapReduce's interfaces share. Here
 * Hadoop's {@code Configuration} is read; everything beneath takes options.
 */
package io.orcacid.hadoop;
