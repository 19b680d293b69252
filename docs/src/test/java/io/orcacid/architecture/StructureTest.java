package io.orcacid.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Set;
import java.util.stream.Stream;

/** The arrows and narrow doors of docs/design.md §2, over the classes of all modules. */
@AnalyzeClasses(packages = "io.orcacid", importOptions = ImportOption.DoNotIncludeTests.class)
class StructureTest {
  private static final String STORAGE = "io.orcacid.format.io.Storage";
  private static final String ORC_FILES = "io.orcacid.format.orc.OrcFiles";
  private static final String ORC_FILE = "org.apache.orc.OrcFile";

  /** A writer's callback is ORC's own interface; only the file's keys come out of it. */
  private static final Set<String> CALLBACK =
      Set.of(ORC_FILE + "$WriterCallback", ORC_FILE + "$WriterContext");

  /** ORC's own constructor beneath it wants the options that {@code OrcFiles} made. */
  private static final String STREAMING = "io.orcacid.format.orc.AppendingWriter$StreamingOutput";

  private static final DescribedPredicate<JavaClass> GUAVA =
      resideInAnyPackage("com.google.common..");

  @ArchTest
  static final ArchRule modules_see_only_those_beneath =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("format")
          .definedBy("io.orcacid.format..", "io.orcacid.error..")
          .layer("txn")
          .definedBy("io.orcacid.txn..")
          .layer("writer")
          .definedBy("io.orcacid.writer..")
          .layer("reader")
          .definedBy("io.orcacid.reader..")
          .layer("compactor")
          .definedBy("io.orcacid.compactor..")
          .layer("orc-acid")
          .definedBy("io.orcacid", "io.orcacid.verify..", "io.orcacid.keyindex..")
          .layer("stores")
          .definedBy("io.orcacid.store..")
          .layer("chronicle")
          .definedBy("io.orcacid.chronicle..")
          .layer("daemon")
          .definedBy("io.orcacid.daemon..")
          .layer("hadoop")
          .definedBy("io.orcacid.hadoop..")
          .layer("cli")
          .definedBy("io.orcacid.cli..")
          .layer("testkit")
          .definedBy("io.orcacid.testkit..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("testkit")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("chronicle")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("stores")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("daemon")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("hadoop")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("orc-acid")
          .mayOnlyBeAccessedByLayers("chronicle", "daemon", "hadoop", "cli")
          .whereLayer("txn")
          .mayOnlyBeAccessedByLayers("compactor", "orc-acid", "stores", "daemon", "hadoop", "cli")
          .whereLayer("writer")
          .mayOnlyBeAccessedByLayers("compactor", "orc-acid", "cli")
          .whereLayer("reader")
          .mayOnlyBeAccessedByLayers("compactor", "orc-acid", "hadoop", "cli")
          .whereLayer("compactor")
          .mayOnlyBeAccessedByLayers("orc-acid", "daemon", "hadoop", "cli");

  @ArchTest
  static final ArchRule packages_are_free_of_cycles =
      slices().assignedFrom(new Packages()).should().beFreeOfCycles();

  /** Each package is a slice, the one above others too. */
  private static final class Packages implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(type.getPackageName());
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }

  @ArchTest
  static final ArchRule configuration_of_hadoop_is_touched_behind_one_door =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(STORAGE)
          .and()
          .doNotHaveFullyQualifiedName(ORC_FILES)
          .and()
          .resideOutsideOfPackage("io.orcacid.hadoop..")
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("org.apache.hadoop.conf.Configuration");

  @ArchTest
  static final ArchRule lists_of_valid_ids_are_our_own =
      noClasses().should().dependOnClassesThat().resideInAPackage("org.apache.hadoop.hive.common");

  @ArchTest
  static final ArchRule orc_files_are_opened_and_created_behind_one_door =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(ORC_FILES)
          .and()
          .doNotHaveFullyQualifiedName(STREAMING)
          .should()
          .dependOnClassesThat(
              describe(
                  "are OrcFile or nested in it, other than the callback of a writer",
                  type ->
                      type.getName().startsWith(ORC_FILE) && !CALLBACK.contains(type.getName())));

  @ArchTest
  static final ArchRule no_clock_is_read_but_a_given_one =
      noClasses()
          .should()
          .callMethodWhere(
              describe(
                  "read the wall clock",
                  call ->
                      isCall(call, System.class, "currentTimeMillis")
                          || call.getName().equals("now")
                              && call.getTargetOwner().getPackageName().equals("java.time")
                              && call.getTarget().getRawParameterTypes().isEmpty()));

  @ArchTest
  static final ArchRule nothing_depends_on_the_locale_or_charset_of_the_machine =
      noClasses()
          .should()
          .callMethodWhere(
              describe("use the default locale or charset", StructureTest::usesDefaults))
          .orShould()
          .callConstructorWhere(
              describe(
                  "use the default charset",
                  call -> {
                    Class<?>[] charsetTakers = {
                      String.class,
                      java.io.InputStreamReader.class,
                      java.io.OutputStreamWriter.class
                    };
                    boolean taker =
                        Stream.of(charsetTakers)
                            .anyMatch(type -> call.getTargetOwner().isEquivalentTo(type));
                    boolean bytes =
                        call.getTarget().getRawParameterTypes().stream()
                            .anyMatch(
                                type ->
                                    type.isEquivalentTo(byte[].class)
                                        || type.isAssignableTo(java.io.InputStream.class)
                                        || type.isAssignableTo(java.io.OutputStream.class));
                    boolean charset =
                        call.getTarget().getRawParameterTypes().stream()
                            .anyMatch(
                                type ->
                                    type.getName().startsWith("java.nio.charset.")
                                        || type.isEquivalentTo(String.class));
                    return taker && bytes && !charset;
                  }));

  private static boolean usesDefaults(JavaMethodCall call) {
    boolean bare = call.getTarget().getRawParameterTypes().isEmpty();
    boolean localeFree =
        call.getTarget().getRawParameterTypes().stream()
            .noneMatch(type -> type.isEquivalentTo(java.util.Locale.class));
    return bare
            && (isCall(call, String.class, "toLowerCase")
                || isCall(call, String.class, "toUpperCase")
                || isCall(call, String.class, "getBytes"))
        || localeFree && isCall(call, String.class, "format")
        || isCall(call, String.class, "formatted")
        || localeFree && isCall(call, java.io.PrintStream.class, "printf")
        || isCall(call, java.util.Locale.class, "getDefault")
        || isCall(call, java.nio.charset.Charset.class, "defaultCharset")
        || isCall(call, java.time.ZoneId.class, "systemDefault");
  }

  private static boolean isCall(JavaMethodCall call, Class<?> owner, String name) {
    return call.getName().equals(name) && call.getTargetOwner().isEquivalentTo(owner);
  }

  /** StorableTimes asks for the zone because ORC's writer shifts by it what is not marked UTC. */
  @ArchTest
  static final ArchRule nothing_depends_on_the_time_zone_of_the_machine =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("io.orcacid.writer.StorableTimes")
          .should()
          .callMethod(java.util.TimeZone.class, "getDefault");

  @ArchTest
  static final ArchRule guava_is_in_no_public_signature =
      ArchRuleDefinition.classes()
          .that()
          .arePublic()
          .should(
              new ArchCondition<JavaClass>("keep Guava out of what others see") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                  Stream.concat(type.getMethods().stream(), type.getConstructors().stream())
                      .filter(
                          member ->
                              member.getModifiers().contains(JavaModifier.PUBLIC)
                                  || member.getModifiers().contains(JavaModifier.PROTECTED))
                      .filter(
                          member ->
                              Stream.concat(
                                      Stream.of(member.getRawReturnType()),
                                      member.getRawParameterTypes().stream())
                                  .anyMatch(GUAVA))
                      .forEach(
                          member ->
                              events.add(
                                  SimpleConditionEvent.violated(member, member.getFullName())));
                  type.getFields().stream()
                      .filter(field -> field.getModifiers().contains(JavaModifier.PUBLIC))
                      .filter(field -> GUAVA.test(field.getRawType()))
                      .forEach(
                          field ->
                              events.add(
                                  SimpleConditionEvent.violated(field, field.getFullName())));
                }
              });

  @ArchTest
  static final ArchRule the_command_speaks_through_its_terminal =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.orcacid.testkit..")
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err");
}
