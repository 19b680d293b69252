/** Spark reads tables by Hadoop's interface. */
package io.orcacid.interop.spark;
