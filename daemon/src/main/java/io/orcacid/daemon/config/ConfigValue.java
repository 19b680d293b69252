package io.orcacid.daemon.config;

/**
 * A setting as it is in force.
 *
 * @param key its key
 * @param value its text; stars for a secret
 * @param origin where it came from: {@code default}, the name of the file, or {@code --conf}
 */
public record ConfigValue(String key, String value, String origin) {}
