#pragma once

#include <framework/AssemblyInfo.hpp>
#include <framework/Change.hpp>
#include <framework/Monitoring.hpp>
#include <gov/cca/AbstractFramework.hpp>
#include <gov/cca/Port.hpp>
#include <gov/cca/ports/BuilderService.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gantry::framework {

/// One assembly of components: the component path, the loaded classes, the instances and their
/// connections. Several frameworks may exist in one process; they do not share anything.
///
/// Errors: every command either does all it says or throws gantry::Error (what, where and how to
/// fix it) and leaves the assembly as it was.
/// Threads: any thread may give commands, also from inside components. One lock per framework
/// orders them; a command from inside another one runs at once. getPort, releasePort and the calls
/// through ports take no lock of the framework.
/// Ownership: the framework owns instances and libraries. A port that a user or a caller holds
/// keeps its component and the library of the component in memory.
class Framework final {
public:
    /// componentPath: the folders that are searched for shared objects, in this order.
    explicit Framework(std::vector<std::filesystem::path> componentPath = {});
    /// Destroys every instance, the last created first. Errors are dropped; call shutdown to see
    /// them.
    ~Framework();
    Framework(const Framework&) = delete;
    Framework& operator=(const Framework&) = delete;

    /// A copy, in the order of the search. Waits for the lock of all commands, as nearly all
    /// functions here.
    [[nodiscard]] std::vector<std::filesystem::path> componentPath() const;
    /// For classes that are looked for from now on.
    void setComponentPath(std::vector<std::filesystem::path> path);

    /// The classes on the component path in alphabetical order. Reads the description of each
    /// shared object without loading it. Files that are not components, or cannot be used, are
    /// appended to rejected unless it is null.
    [[nodiscard]] std::vector<ClassInfo> availableClasses(
        std::vector<RejectedLibrary>* rejected = nullptr) const;
    /// The class as an assembly would load it; nothing where the component path lacks it. Cheaper
    /// than availableClasses(): a file that is named after its class, GROUP_NAME.so, is found
    /// without a look into the others of its folder.
    [[nodiscard]] std::optional<ClassInfo> findClass(const std::string& className) const;
    /// Loads a class into the palette; does nothing if it is loaded. global: its symbols are
    /// visible to libraries that are loaded later. lazy: the linker resolves its functions at their
    /// first call. The palette keeps the library loaded.
    void load(const std::string& className, bool global = false, bool lazy = false);
    /// Removes a class from the palette, so that its library is unloaded and is read from its file
    /// when the class is loaded again. Throws if it is not loaded or has instances, and names them.
    /// Returns false if something still holds the library, such as a port that is in use; the
    /// library is unloaded when that ends.
    bool unload(const std::string& className);
    /// Loads a shared object that is not a component and makes its symbols visible to libraries
    /// that are loaded later.
    void loadPortLibrary(const std::filesystem::path& file);
    /// Names of the loaded classes in the order of loading.
    [[nodiscard]] std::vector<std::string> palette() const;

    /// Creates an instance and returns its name; loads its class if needed. With an empty
    /// instanceName the framework chooses CLASS0, CLASS1, ... from the last part of the class name.
    /// If the component throws, everything it did meanwhile is undone.
    std::string createInstance(const std::string& className, const std::string& instanceName = {});
    /// Disconnects and destroys an instance. Waits at most timeout seconds for ports in use; 0 does
    /// not wait. Throws UsesPortNotReleased if others still use its ports then, or if it uses a
    /// port of another instance and did not register for release. If its own releaseServices
    /// throws, the instance is destroyed and the error is thrown afterwards.
    void destroyInstance(const std::string& instanceName, double timeout = 0);

    /// Connects a uses port to a provides port of the same type, or of a type that extends it. One
    /// provides port serves any number of uses ports. A direct connection costs one virtual call
    /// per call, a guarded or monitored one what docs/figures.md lists.
    void connect(const ConnectionInfo& connection, Guard guard = Guard::AsDeclared);
    /// Swaps the provider of the uses port that target names for the one it names, of a type
    /// that fits as for connect, while any number of threads call. A call that began in the old
    /// provider ends there; every later call goes to the new one; none is lost. After the return no
    /// other thread is in the old provider, so that it may be destroyed and its library unloaded.
    /// Calls of the calling thread itself still end in it.
    ///
    /// Throws UsesPortNotReleased if the connection is direct and in use. Throws the same, and
    /// rolls back, if calls have not returned from the old provider after timeout seconds; calls
    /// that the new one received meanwhile end there, for which it waits up to timeout seconds
    /// again. Commands that do not concern this connection continue meanwhile.
    void rewire(const ConnectionInfo& target, double timeout = 10);
    /// all: connections that are made from now on are guarded if the user was built with a proxy
    /// for the port.
    void guardAll(bool all);
    /// The connections that are guarded or whose provider was swapped.
    [[nodiscard]] std::vector<GuardedConnection> guarded() const;
    /// Throws UsesPortNotReleased, and keeps the connection, if the user holds the port for longer
    /// than timeout seconds. Meanwhile commands of other threads continue, but the user's getPort
    /// refuses new uses of this connection.
    void disconnect(const ConnectionInfo& connection, double timeout = 0);

    /// Makes a provides port the default for all unconnected uses ports of one type:
    /// connectDefaults connects those that exist; instances that components create through
    /// BuilderService are connected when they are created. An explicit connect replaces a default
    /// connection.
    void setDefaultProvider(const std::string& portType, const std::string& provider,
                            const std::string& providesPort);
    /// As setDefaultProvider says, once. All ports are tried; the first error is thrown at the end.
    void connectDefaults();
    /// Throws PortNotConnected if a uses port of this instance, or of one that it reaches through
    /// connections, has fewer connections than it needs: MIN_CONNECTIONS of its properties, and 1
    /// if its description calls it required. Names instance, port and type of all that is missing.
    /// The optional ports of a component that uses a BuilderService do not count, because it may
    /// connect them itself. Scripts check before `go`.
    void requireConnected(const std::string& instanceName) const;
    /// Offers a port of the embedding program as a service to every component that registers a
    /// uses port of its type from now on. The framework shares ownership of port. Throws if the
    /// type has a service already.
    void addService(const std::string& portType, std::shared_ptr<gov::cca::Port> port);

    /// Observes the calls of one connection through a proxy. A connection that is monitored already
    /// gets the new observation for the methods that request names and keeps the others. The user
    /// gets the proxy at its next getPort. Timers come from the default provider of
    /// performance.Measurement, or else from the only one; records go to performance.Monitor
    /// likewise.
    ///
    /// Throws with a suggestion if the connection, a method or a parameter does not exist. Throws
    /// if the user was built without a proxy for the port, for ports that the framework serves, and
    /// for those of the package performance.
    void monitor(const MonitorRequest& request);
    /// Gives the user the provider's own port again and ends the observation at once; calls that
    /// run are observed to their end. A disconnect does the same.
    void unmonitor(const std::string& user, const std::string& usesPort,
                   const std::string& provider = {});
    /// Monitors every connection whose user and uses port match these patterns, now and later.
    /// A connection that cannot be monitored stays direct; monitored reports why. Methods and
    /// parameters that an interface does not have are ignored.
    void monitorEach(const std::string& user, const std::string& usesPort,
                     const MonitorOptions& options);
    /// Ends all monitoring, also of later connections.
    void unmonitorAll();
    /// A copy of what is monitored now, and why requested connections are not.
    [[nodiscard]] std::vector<MonitoredConnection> monitored() const;

    /// The present state of the assembly, for rollBack.
    [[nodiscard]] AssemblyMark mark() const;
    /// Destroys the instances, breaks the connections and forgets the classes that were made since
    /// mark, even if they are in use. Changes of older ones stay. Does not throw.
    void rollBack(const AssemblyMark& mark);

    /// Calls observer for every change from now on, in order; null ends it. The thread that makes
    /// the change calls it, under the lock of all commands. It must not throw or give commands.
    void observeChanges(ChangeObserver observer);
    /// The cause that is reported for changes of the calling thread until it is set again; empty:
    /// none. Returns the previous one. Changes that components make through their own
    /// BuilderService and Rewiring ports name the component instead.
    std::string setCause(std::string cause);
    /// Reports a change that the framework cannot see, such as a value written to a parameter port.
    void noteChange(Change::Action action, const ConnectionInfo& subject,
                    const std::string& command);

    /// All, in the order of their creation: values that later changes do not touch. Costs a copy of
    /// everything; instance() is for one.
    [[nodiscard]] std::vector<InstanceInfo> instances() const;
    /// Nothing if there is no instance of that name. The cost does not grow with the number of
    /// instances.
    [[nodiscard]] std::optional<InstanceInfo> instance(const std::string& name) const;
    /// Throws with a suggestion if there is no instance of that name.
    void requireInstance(const std::string& name) const;
    /// Throws with a suggestion if the instance does not exist or has no port of that name.
    void requirePort(const std::string& instance, const std::string& port) const;
    /// All present ones: values, as those of instances().
    [[nodiscard]] std::vector<ConnectionInfo> connections() const;
    /// The connections that connect would make of a uses port now, one for each provides port of
    /// another instance whose type fits, in the order of creation. Throws as requirePort. Looks at
    /// every port of the assembly.
    [[nodiscard]] std::vector<ConnectionInfo> possibleConnections(
        const std::string& user, const std::string& usesPort) const;
    /// The provides port of an instance. It shares ownership of the component and its library.
    [[nodiscard]] std::shared_ptr<gov::cca::Port> providedPort(const std::string& instanceName,
                                                               const std::string& portName) const;

    /// A builder over this assembly. It does not keep the framework alive: its methods throw after
    /// the framework is destroyed.
    [[nodiscard]] std::shared_ptr<gov::cca::ports::BuilderService> builderService();
    /// The interface of the CCA standard for programs that embed a framework. Keeps the assembly
    /// alive.
    [[nodiscard]] std::shared_ptr<gov::cca::AbstractFramework> abstractFramework();

    /// Destroys every instance, even if it is in use, the last created first. Throws the first
    /// error after all of them are gone. The palette stays.
    void shutdown();

private:
    class State;
    std::shared_ptr<State> state_;
};

}  // namespace gantry::framework
