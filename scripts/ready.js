// Installs and builds what is missing or stale, with a progress line each, and nothing else.
// Runs before `npm start` (with --run), `npm test` and `npm run bench`; uses only what Node brings, since nothing may be installed yet.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { isInstalled } from './installed.js'
import { fingerprint, isStamped, stamp } from './stamp.js'

process.chdir(new URL('..', import.meta.url).pathname)

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
	fail(`chain-tui needs Node 20.19 or newer; this is ${process.versions.node}.`, 'Install a newer Node and try again.')
}

/** What `npm start` needs is half of what the tests need. */
const toRunOnly = process.argv.includes('--run')

await install()
await build()

async function install() {
	if (isInstalled('.', { toRunOnly })) return
	const what = toRunOnly ? 'the packages that it runs with' : 'all packages, those of the tests too'
	const omitted = toRunOnly ? ['--omit=dev'] : []
	const args = ['ci', ...omitted, '--no-audit', '--no-fund', '--loglevel=error']
	await run(`installing ${what} (npm ci)`, 'npm', args, 'The packages could not be installed.')
	if (!existsSync('node_modules/keytar')) {
		say('keytar, which reaches the system key store, could not be installed; keys go to an encrypted file instead.')
		say('on Debian it needs libsecret-1-dev and build-essential; then: rm -r node_modules && npm start')
	}
}

async function build() {
	const print = fingerprint([
		'src',
		'scripts/build.js',
		'scripts/external.js',
		'scripts/mergeChunks.js',
		'package-lock.json',
	])
	if (existsSync('dist/main.js') && isStamped('dist/.chain-tui-built', print)) return
	await run('building', process.execPath, ['scripts/build.js'], 'The program could not be built.')
	stamp('dist/.chain-tui-built', print)
}

/** Runs a step behind one line, which counts the seconds on a terminal and ends with them anywhere. */
async function run(title, command, args, failure) {
	const from = performance.now()
	const seconds = () => `${((performance.now() - from) / 1000).toFixed(0)} s`
	const live = process.stderr.isTTY === true
	process.stderr.write(`chain-tui: ${title} …`)
	const tick = live ? setInterval(() => process.stderr.write(`\rchain-tui: ${title} … ${seconds()}`), 1_000) : undefined
	let output = ''
	const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (data) => {
			output += data
		})
	}
	const code = await new Promise((resolve) => {
		child.on('error', (error) => {
			output += error.message
			resolve(1)
		})
		child.on('close', resolve)
	})
	clearInterval(tick)
	process.stderr.write(`${live ? `\rchain-tui: ${title} …` : ''} ${seconds()}\n`)
	if (code === 0) return
	// The progress line is enough where the step succeeds.
	process.stderr.write(output)
	fail(failure, 'Read the lines above; with a slow or missing network, try again.')
}

function say(text) {
	process.stderr.write(`chain-tui: ${text}\n`)
}

function fail(what, next) {
	process.stderr.write(`chain-tui: ${what}\n${next}\n`)
	process.exit(1)
}
