package io.orcacid.compactor.clean;

import io.orcacid.format.io.Storage;
import java.io.IOException;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;

/** Files of this machine that tell a hook of each removal and rename before and after it. */
final class HookedFiles extends FilterFileSystem {
  private final HookedStore.Hook hook;

  private HookedFiles(HookedStore.Hook hook) {
    super(Storage.local().fileSystem());
    this.hook = hook;
  }

  static Storage storage(HookedStore.Hook hook) {
    return Storage.of(new HookedFiles(hook), Storage.local().configuration());
  }

  @Override
  public String getScheme() {
    return "file";
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    hook.on("delete", path.getName());
    boolean deleted = super.delete(path, recursive);
    hook.on("was deleted", path.getName());
    return deleted;
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    hook.on("rename", from.getName());
    boolean renamed = super.rename(from, to);
    hook.on("was renamed", from.getName());
    return renamed;
  }
}
