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

/// One assembly of components and what is needed to build it: the component path, the loaded
/// classes, the instances and their connections. Several frameworks may exist in one process and
/// know nothing of each other.
///
/// Every command either does all it says or throws gantry::Error and leaves the assembly as it was.
/// Commands may be given from any thread and from inside components; they are carried out one after
/// the other.
class Framework final {
public:
    /// The folders in which shared objects are looked for, first one first.
    explicit Framework(std::vector<std::filesystem::path> componentPath = {});
    /// Destroys every instance, the last created first. Errors while doing so are swallowed; call
    /// shutdown to see them.
    ~Framework();
    Framework(const Framework&) = delete;
    Framework& operator=(const Framework&) = delete;

    [[nodiscard]] std::vector<std::filesystem::path> componentPath() const;
    void setComponentPath(std::vector<std::filesystem::path> path);

    /// The classes on the component path in alphabetical order, none of them started. Files that
    /// are no components, or cannot be used, are appended to rejected where it is given.
    [[nodiscard]] std::vector<ClassInfo> availableClasses(
        std::vector<RejectedLibrary>* rejected = nullptr) const;
    /// Loads a class into the palette; loading it again does nothing. global: its symbols serve
    /// later libraries. lazy: its functions are looked up at their first call. A class of the
    /// palette keeps its library loaded.
    void load(const std::string& className, bool global = false, bool lazy = false);
    /// Takes a class from the palette, so that its library leaves the memory and is read from its
    /// file when the class is loaded again. Throws where it is not loaded or has instances, naming
    /// them. False where something still holds the library, such as a port that somebody has not
    /// let go of: then it leaves when that ends.
    bool unload(const std::string& className);
    /// Loads a shared object that is not a component, so that its symbols serve later libraries.
    void loadPortLibrary(const std::filesystem::path& file);
    /// Names of the loaded classes in the order of loading.
    [[nodiscard]] std::vector<std::string> palette() const;

    /// Creates an instance, loading its class where needed, and returns its name; an empty
    /// instanceName lets the framework choose CLASS0, CLASS1, ... with the last part of the class
    /// name.
    std::string createInstance(const std::string& className, const std::string& instanceName = {});
    /// Disconnects and destroys an instance. timeout (seconds) is the longest wait for ports in
    /// use; 0 does not wait. Throws UsesPortNotReleased where others still use its ports then, or
    /// it uses a port of others and has not asked to be notified of its release. Where its own
    /// releaseServices throws, it is destroyed all the same and the error is thrown afterwards.
    /// A user that still holds one of its ports keeps the component and its library in memory.
    void destroyInstance(const std::string& instanceName, double timeout = 0);
    /// Connects a uses port to a provides port of the same type; any number of uses ports to one
    /// provides port.
    void connect(const ConnectionInfo& connection, Guard guard = Guard::AsDeclared);
    /// Swaps the provider of the uses port that target names for the one it names, of the same
    /// type, while any number of threads call. A call that began on the provider before ends there,
    /// every later one goes to the new one; none is lost. When it returns no other thread is in the
    /// provider before, which may be destroyed and its library unloaded; what the calling thread
    /// itself is in, it ends there. Needs a guarded or monitored connection, or one that is not in
    /// use: else throws UsesPortNotReleased. So it does, and all is as it was, where calls have not
    /// returned from the provider before after timeout seconds; those that the new one got
    /// meanwhile end there, for which it waits as long again. Other commands go on meanwhile, but
    /// not those that concern this connection.
    void rewire(const ConnectionInfo& target, double timeout = 10);
    /// Whether connections that are made from now on are guarded, where the user was built with a
    /// proxy for the port.
    void guardAll(bool all);
    /// The connections that are guarded or were exchanged.
    [[nodiscard]] std::vector<GuardedConnection> guarded() const;
    /// Throws UsesPortNotReleased, and the connection stays, where the user holds the port for
    /// longer than timeout seconds. Meanwhile commands of other threads go on, but the user's
    /// getPort refuses new uses of this connection.
    void disconnect(const ConnectionInfo& connection, double timeout = 0);

    /// Lets a provider serve every uses port of one type that nobody connects: connectDefaults
    /// connects the ones that exist, and instances which components create through BuilderService
    /// are connected when they are created. An explicit connect replaces a default connection.
    void setDefaultProvider(const std::string& portType, const std::string& provider,
                            const std::string& providesPort);
    void connectDefaults();
    /// Throws PortNotConnected, naming instance, port and type of all that is missing, where a uses
    /// port of this instance, or of one it reaches through connections, has fewer connections than
    /// it needs: its property MIN_CONNECTIONS, and 1 where the description calls it required. What
    /// stands behind optional ports of a component that uses a BuilderService does not count,
    /// because it may connect that itself. Scripts check before `go`.
    void requireConnected(const std::string& instanceName) const;
    /// Offers a port of the embedding program, as a service, to every component that registers a
    /// uses port of its type from now on. Throws where the type is served already.
    void addService(const std::string& portType, std::shared_ptr<gov::cca::Port> port);

    /// Observes the calls of one connection by a proxy that stands in it from now on; a connection
    /// that is monitored already gets the new observation of the methods named, and keeps the
    /// others. The user gets the proxy at its next getPort; what it holds stays as it is until it
    /// fetches the port again. Timers come from the default provider of performance.Measurement,
    /// else from the only one; records go to performance.Monitor likewise. Throws, naming what is
    /// near, where the connection, a method or a parameter does not exist; where the user was built
    /// without a proxy for the port; for ports that the framework serves and those of the package
    /// performance.
    void monitor(const MonitorRequest& request);
    /// Gives the user the provider's own port again and ends the observation at once; calls that
    /// run are still observed to their end. A disconnect does the same.
    void unmonitor(const std::string& user, const std::string& usesPort,
                   const std::string& provider = {});
    /// Monitors every connection of a user and uses port that match these patterns, also those that
    /// are made later. What cannot be monitored stays direct; monitored reports why. Methods and
    /// parameters that an interface does not have are ignored.
    void monitorEach(const std::string& user, const std::string& usesPort,
                     const MonitorOptions& options);
    /// Ends all monitoring, that of connections to come as well.
    void unmonitorAll();
    [[nodiscard]] std::vector<MonitoredConnection> monitored() const;

    /// Where the assembly stands now.
    [[nodiscard]] AssemblyMark mark() const;
    /// Destroys the instances, breaks the connections and forgets the classes that were made since,
    /// also where they are in use; what was changed of older ones stays. Does not throw.
    void rollBack(const AssemblyMark& mark);

    /// From now on notifies observer of every change that was made, in their order, each at once;
    /// null ends it. It is called by the thread that made the change, under the lock of all
    /// commands, and must not throw. It gives no commands.
    void observeChanges(ChangeObserver observer);
    /// What is reported as the cause of changes that the calling thread makes, until it is set
    /// again; empty: none. Returns the one before. Components are notified as the cause of what
    /// they do through their own BuilderService and Rewiring.
    std::string setCause(std::string cause);
    /// Notifies observers of a change that was made without the framework seeing it, as of a value
    /// written to a parameter port.
    void noteChange(Change::Action action, const ConnectionInfo& subject,
                    const std::string& command);

    [[nodiscard]] std::vector<InstanceInfo> instances() const;
    /// Nothing where there is none of that name. What it costs does not grow with their number.
    [[nodiscard]] std::optional<InstanceInfo> instance(const std::string& name) const;
    /// Throws with a suggestion if there is no instance of that name.
    void requireInstance(const std::string& name) const;
    /// Throws with a suggestion if the instance does not exist or has no port of that name.
    void requirePort(const std::string& instance, const std::string& port) const;
    [[nodiscard]] std::vector<ConnectionInfo> connections() const;
    /// A port an instance provides, of type P if it is to be cast; holds the component and its
    /// library.
    [[nodiscard]] std::shared_ptr<gov::cca::Port> providedPort(const std::string& instanceName,
                                                               const std::string& portName) const;

    /// Over this assembly; throws once the framework is gone.
    [[nodiscard]] std::shared_ptr<gov::cca::ports::BuilderService> builderService();
    /// The standard's view for embedding programs, over this assembly.
    [[nodiscard]] std::shared_ptr<gov::cca::AbstractFramework> abstractFramework();

    /// Destroys every instance, also where it is in use, the last created first; throws the first
    /// error after all of them are gone. The palette stays.
    void shutdown();

private:
    class State;
    std::shared_ptr<State> state_;
};

}  // namespace gantry::framework
