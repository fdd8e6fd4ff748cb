// Installs and builds what is missing or stale, with a progress line each, and nothing else.
// Runs before `npm start`, `npm test` and `npm run bench`; uses only what Node brings, since nothing may be installed yet.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { isInstalled } from './installed.js'
import { fingerprint, isStamped, stamp } from './stamp.js'

process.chdir(new URL('..', import.meta.url).pathname)

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
	fail(`chain-tui needs Node 20.19 or newer; this is ${process.versions.node}.`, 'Install a newer Node and try again.')
}

install()
build()

function install() {
	if (isInstalled('.')) return
	say('installing the packages (npm ci), about a minute the first time …')
	run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'The packages could not be installed.')
	if (!existsSync('node_modules/keytar')) {
		say('keytar, which reaches the system key store, could not be installed; keys go to an encrypted file instead.')
		say('on Debian it needs libsecret-1-dev and build-essential; then: rm -r node_modules && npm start')
	}
}

function build() {
	const print = fingerprint(['src', 'scripts/build.js', 'package-lock.json'])
	if (existsSync('dist/main.js') && isStamped('dist/.chain-tui-built', print)) return
	say('building …')
	run(process.execPath, ['scripts/build.js'], 'The program could not be built.')
	stamp('dist/.chain-tui-built', print)
}

function run(command, args, failure) {
	// Output goes to stderr only when the step fails: the progress line is enough otherwise.
	const result = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26 })
	if (result.status === 0) return
	process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`)
	fail(failure, 'Read the lines above; with a slow or missing network, try again.')
}

function say(text) {
	process.stderr.write(`chain-tui: ${text}\n`)
}

function fail(what, next) {
	process.stderr.write(`chain-tui: ${what}\n${next}\n`)
	process.exit(1)
}
