/**
 * Values of rows: Java objects to and from column vectors, and their text form.
 *
 * <p>The Java types: Boolean, Byte, Short, Integer, Long, Float, Double, BigDecimal, String, {@code
 * byte[]}, {@link java.time.LocalDate}, {@link java.time.LocalDateTime} for timestamp, {@link
 * java.time.Instant} for timestamp with local time zone, {@link java.util.List}, {@link
 * java.util.Map}, {@link io.orcacid.format.value.StructValue}, {@link
 * io.orcacid.format.value.UnionValue}; null for NULL.
 */
package io.orcacid.format.value;
