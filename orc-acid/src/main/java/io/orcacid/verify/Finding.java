package io.orcacid.verify;

/**
 * Something that is wrong with a table.
 *
 * @param severity how wrong
 * @param code what it is about
 * @param path absolute path of the file or directory
 * @param what what is wrong
 * @param remedy what to do
 */
public record Finding(Severity severity, Check code, String path, String what, String remedy) {
  /** How wrong. */
  public enum Severity {
    /** Rows are lost, doubled or unreadable, or may become so. */
    ERROR,
    /** This engine copes; others, or people, may not. */
    WARNING
  }
}
