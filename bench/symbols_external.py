"""Names of well-known libraries that no tree of another project defines: exp must not call them missing."""

from __future__ import annotations

import importlib
import inspect
import random

KNOWN = """
requests.Session.get requests.adapters.HTTPAdapter.send flask.Flask.route django.db.models.Model.save
sqlalchemy.orm.Session.commit pandas.DataFrame.groupby torch.nn.Module.forward pydantic.BaseModel.model_dump
fastapi.FastAPI.include_router celery.Task.apply_async boto3.client scipy.sparse.csr_matrix.tocoo
matplotlib.pyplot.subplots aiohttp.ClientSession.post redis.Redis.hgetall jinja2.Environment.get_template
React.useState React.Component.setState ReactDOM.render Vue.component axios.interceptors.request.use lodash.debounce
express.Router.use jQuery.ajax moment.duration Redux.combineReducers RxJS.Observable.subscribe d3.scaleLinear
zod.object.safeParse socketio.Server.emit mongoose.Model.findOne Prisma.PrismaClient.findMany
fs.readFileSync fs.promises.mkdir path.resolve http.createServer crypto.createHash child_process.spawnSync
Buffer.allocUnsafe process.hrtime.bigint EventEmitter.removeAllListeners url.fileURLToPath zlib.gunzipSync
util.promisify os.cpus net.Socket.setKeepAlive stream.Readable.from worker_threads.parentPort
Array.prototype.flatMap Object.fromEntries Promise.allSettled Map.prototype.entries JSON.stringify
document.querySelectorAll window.requestAnimationFrame Element.prototype.closest AbortController.abort
java.util.Map.of java.util.concurrent.CompletableFuture.thenCompose java.util.stream.Collectors.groupingBy
java.nio.file.Files.walkFileTree java.lang.Thread.interrupt java.time.Duration.ofMillis
java.util.Optional.orElseThrow com.google.common.collect.ImmutableList.copyOf org.junit.jupiter.api.Assertions.assertAll
org.mockito.Mockito.verifyNoMoreInteractions com.fasterxml.jackson.databind.ObjectMapper.readValue
org.apache.commons.lang3.StringUtils.isBlank okhttp3.OkHttpClient.newCall org.slf4j.Logger.warn
androidx.recyclerview.widget.RecyclerView.setAdapter android.os.Bundle.getParcelable
std::vector::push_back std::unordered_map::try_emplace std::filesystem::create_directories std::chrono::duration_cast
std::shared_ptr::use_count std::string::find_last_of std::thread::detach boost::asio::io_context::run
Eigen::MatrixXd::transpose QWidget::setLayout QString::toUtf8 QListView::setModel absl::StrCat cv::Mat::clone
std::collections::HashMap::entry std::sync::Arc::clone std::fs::File::open serde_json::Value::as_str
anyhow::Context::with_context clap::Parser::parse reqwest::Client::builder rayon::iter::ParallelIterator::map
Vec::with_capacity Option::unwrap_or_default String::from_utf8_lossy hyper::Body::empty
ActiveRecord::Base.find_or_create_by Nokogiri::XML::Document.parse Sidekiq::Worker.perform_async
Faraday::Connection#post RSpec::Mocks.allow_message Devise::Models::Confirmable#confirm Rack::Request#params
ActiveSupport::Notifications.instrument Hash#transform_values Array#each_slice String#gsub File.expand_path
net/http.Client.Do context.WithTimeout sync.WaitGroup.Wait strings.Builder.WriteString io.ReadAll
encoding/json.Unmarshal os.ReadFile time.NewTicker gin.Context.JSON gorm.DB.Preload zap.Logger.Sugar
cobra.Command.Execute k8s.io.client-go.kubernetes.NewForConfig bytes.Buffer.WriteString sql.DB.QueryRowContext
Illuminate\\Support\\Collection::mapWithKeys Doctrine\\ORM\\EntityManager::flush GuzzleHttp\\Client::request
Carbon\\Carbon::parse Monolog\\Logger::pushHandler PHPUnit\\Framework\\TestCase::assertSame
Twig\\Environment::render PDO::prepare DateTimeImmutable::modify SplObjectStorage::attach
System.Linq.Enumerable.ToDictionary System.Threading.Tasks.Task.WhenAll System.IO.File.ReadAllText
System.Text.StringBuilder.AppendLine System.Collections.Generic.List.AddRange
Microsoft.EntityFrameworkCore.DbContext.SaveChanges Dapper.SqlMapper.Query Serilog.Log.Information
System.Net.Http.HttpClient.GetAsync UnityEngine.GameObject.GetComponent Xunit.Assert.Throws
UIViewController.viewDidLoad NSFileManager.defaultManager URLSession.dataTask kotlinx.coroutines.delay
PyObject_CallMethod curl_easy_setopt SSL_CTX_new sqlite3_prepare_v2 pthread_mutex_lock glDrawElements
""".split()
MODULES = (
    "argparse asyncio collections concurrent.futures configparser csv datetime decimal email.message fractions"
    " http.client http.cookiejar imaplib ipaddress json logging mailbox multiprocessing.pool pathlib queue sched"
    " selectors shelve smtplib socketserver sqlite3 statistics string subprocess tarfile tempfile textwrap threading"
    " tokenize traceback unittest.mock urllib.request uuid wave xml.sax.handler zipfile"
).split()
COUNT = 200


def external(seed: int, count: int = COUNT) -> list[str]:
    """Return the names: those known by heart, and methods of the standard library's classes to fill up."""
    methods = [name for module in MODULES for name in methods_of(module)]
    known = list(dict.fromkeys(KNOWN))[:count]
    return known + random.Random(seed).sample(methods, count - len(known))


def methods_of(module: str) -> list[str]:
    """Return the public methods of a module's own classes, with the module before them."""
    found = []
    for name, one in sorted(inspect.getmembers(importlib.import_module(module), inspect.isclass)):
        if one.__module__.partition(".")[0] == module.partition(".")[0] and not name.startswith("_"):
            found += [
                f"{module}.{name}.{method}"
                for method, value in sorted(vars(one).items())
                if callable(value) and not method.startswith("_")
            ]
    return found
