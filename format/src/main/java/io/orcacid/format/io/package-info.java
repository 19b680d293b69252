/**
 * The storage below a table: listing, small files, durable output. The one place, with {@code
 * format.orc.OrcFiles}, that holds Hadoop's {@code Configuration}.
 */
package io.orcacid.format.io;
