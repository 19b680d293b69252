package io.orcacid.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.orcacid.docs.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What holds for packages as a whole. */
class PackagesTest {
  /** The shared module and the tests' own are made to be seen. */
  private static final Set<String> LIBRARIES = Set.of("format", "testkit");

  private static final Set<String> APPLICATIONS_USE =
      Set.of(
          "io.orcacid",
          "io.orcacid.error",
          "io.orcacid.hadoop",
          "io.orcacid.hadoop.mapreduce",
          "io.orcacid.hadoop.mapred");

  /** Seen from where classes do not tell. */
  private static final Set<String> USED_ELSEWHERE =
      Set.of(
          // The JVM starts it.
          "io.orcacid.cli.OrcAcidCommand",
          // The page of options is made from it.
          "io.orcacid.daemon.config.DaemonSetting",
          // java.util.ServiceLoader finds them.
          "io.orcacid.store.hdfs.HdfsStoreProvider",
          "io.orcacid.store.jdbc.JdbcStoreProvider",
          "io.orcacid.store.object.ObjectStoreProvider",
          "io.orcacid.store.zookeeper.ZookeeperStoreProvider",
          // Lambdas implement it.
          "io.orcacid.chronicle.ChronicleKeyMaps",
          "io.orcacid.txn.EmptyBase",
          // The compiler copies its constants.
          "io.orcacid.format.orc.AcidVersion");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.orcacid");

  @Test
  void every_package_says_what_it_is() throws IOException {
    List<Path> silent =
        Repository.sources(".java").stream()
            .filter(source -> source.toString().contains("/src/main/java/"))
            .map(Path::getParent)
            .distinct()
            .filter(directory -> !Files.exists(directory.resolve("package-info.java")))
            .toList();
    assertThat(silent).isEmpty();
  }

  @Test
  void each_module_hides_a_third_of_its_types() {
    Map<String, List<JavaClass>> modules =
        CLASSES.stream()
            .filter(PackagesTest::isWritten)
            .collect(
                Collectors.groupingBy(PackagesTest::module, TreeMap::new, Collectors.toList()));

    Map<String, Long> hiddenInHundred = new TreeMap<>();
    modules.forEach(
        (module, types) ->
            hiddenInHundred.put(
                module,
                100 * types.stream().filter(type -> !isPublic(type)).count() / types.size()));

    assertThat(modules.keySet())
        .contains("format", "txn", "writer", "reader", "orc-acid", "hadoop", "cli");
    hiddenInHundred.keySet().removeAll(LIBRARIES);
    assertThat(hiddenInHundred).allSatisfy((module, share) -> assertThat(share).isGreaterThan(33));
  }

  @Test
  void a_public_type_is_used_outside_its_package() {
    List<String> needless =
        CLASSES.stream()
            .filter(PackagesTest::isWritten)
            .filter(PackagesTest::isPublic)
            .filter(type -> !APPLICATIONS_USE.contains(type.getPackageName()))
            .filter(type -> !module(type).equals("testkit"))
            .filter(type -> !isUsedOutside(type))
            .map(JavaClass::getName)
            .sorted()
            .toList();
    assertThat(needless).containsExactlyInAnyOrderElementsOf(USED_ELSEWHERE);
  }

  /** Itself, or a type nested in it. */
  private static boolean isUsedOutside(JavaClass type) {
    return CLASSES.stream()
        .filter(
            one ->
                one.equals(type) || isPublic(one) && one.getName().startsWith(type.getName() + "$"))
        .flatMap(one -> one.getDirectDependenciesToSelf().stream())
        .map(use -> use.getOriginClass().getPackageName())
        .anyMatch(user -> !user.equals(type.getPackageName()));
  }

  private static boolean isPublic(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC);
  }

  private static boolean isWritten(JavaClass type) {
    return type.isTopLevelClass()
        && !type.getSimpleName().equals("package-info")
        && !type.getSimpleName().startsWith("ExpressionGrammar");
  }

  private static String module(JavaClass type) {
    String[] parts = type.getPackageName().split("\\.");
    if (parts.length == 2 || parts[2].equals("keyindex")) {
      return "orc-acid";
    }
    return parts[2].equals("error") ? "format" : parts[2];
  }
}
