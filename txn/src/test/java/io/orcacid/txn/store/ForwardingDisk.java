package io.orcacid.txn.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** A disk that hands every step on, for tests that change one of them. */
class ForwardingDisk implements DiskOperations {
  private final DiskOperations disk;

  ForwardingDisk(DiskOperations disk) {
    this.disk = disk;
  }

  @Override
  public void writeDurably(Path file, byte[] content) throws IOException {
    disk.writeDurably(file, content);
  }

  @Override
  public void write(Path file, byte[] content) throws IOException {
    disk.write(file, content);
  }

  @Override
  public void link(Path name, Path file) throws IOException {
    disk.link(name, file);
  }

  @Override
  public void move(Path file, Path name) throws IOException {
    disk.move(file, name);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    disk.syncDirectory(directory);
  }

  @Override
  public void unlink(Path file) throws IOException {
    disk.unlink(file);
  }

  @Override
  public void createDirectory(Path directory) throws IOException {
    disk.createDirectory(directory);
  }

  @Override
  public boolean isDirectory(Path directory) throws IOException {
    return disk.isDirectory(directory);
  }

  @Override
  public long length(Path file) throws IOException {
    return disk.length(file);
  }

  @Override
  public byte[] read(Path file) throws IOException {
    return disk.read(file);
  }

  @Override
  public void forEachName(Path directory, Consumer<String> names) throws IOException {
    disk.forEachName(directory, names);
  }
}
