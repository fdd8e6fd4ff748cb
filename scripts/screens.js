// `npm run screens`: draws every screen of the built program, over its own chain with a set clock, to docs/screens/*.svg, and a
// short session as one moving picture; `npm run screens -- --session` only that.
// The pictures are what a terminal emulator holds after the program drew: text, colours, bold and widths, cell by cell.
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Secp256k1HdWallet } from '@cosmjs/amino'
import pty from '@lydell/node-pty'
import xterm from '@xterm/headless'
import { bundledModule } from './bundledModule.js'
import { movingSvg, terminalSvg } from './terminalSvg.js'

process.chdir(new URL('..', import.meta.url).pathname)
const folder = 'docs/screens'
const size = { cols: 144, rows: 30 }
/** Keys of nobody: the words of two entropies anyone can see. */
const keys = {
	alice: `${'abandon '.repeat(11)}about`,
	bob: `${'zoo '.repeat(11)}wrong`,
}
const greetings = [
	['alice', 'Hello, chain!'],
	['alice', 'おはようございます 🌅'],
	['alice', 'A greeting is a transaction: signed, paid, kept in a block.'],
	['bob', 'Grüße aus dem Terminal 👋'],
	['alice', 'Proofs are checked here, not trusted.'],
	['bob', 'Ünïcödé, emoji 🎉 and wide 漢字 keep their columns.'],
]

const home = mkdtempSync(join(tmpdir(), 'chain-tui-screens-'))
// Places to look at: the node itself at its own address, an address at which nothing listens, another own chain.
const nodes = [
	'staging\thttp://127.0.0.1:41657\tchain-localnet\tstand-by',
	'old-lcd\thttp://127.0.0.1:41699\tchain-8\tspeaks=rest 8',
	'chain_2222-1\town:chain_2222-1\tchain_2222-1',
]
writeFileSync(join(home, 'preferences.json'), JSON.stringify({ welcomed: true, theme: 'dark', nodes }))
const validator = validatorKey()
writeFileSync(join(home, 'priv_validator_key.json'), JSON.stringify(validator))
const { genesisFor, defaultChainSettings, modernWidths, createEndpointsClient } = await bundledModule(
	`export { createEndpointsClient } from './src/endpoints/client/createEndpointsClient.ts'
	export { genesisFor } from './src/node/genesis/genesisFor.ts'
	export { defaultChainSettings } from './src/codec/ChainSettings.ts'
	export { modernWidths } from './test/tui/support/modernWidths.ts'`,
)
const config = { chainId: 'chain-localnet', settings: defaultChainSettings }
writeFileSync(
	join(home, 'genesis.json'),
	genesisFor(config, () => validatorBytes(validator), '2026-01-01T08:00:00Z'),
)
const emulator = new xterm.Terminal({ ...size, allowProposedApi: true })
modernWidths(emulator)
const env = { ...process.env, TERM: 'xterm-256color', COLORTERM: 'truecolor', TZ: 'UTC' }
for (const name of ['CI', 'NO_COLOR', 'FORCE_COLOR', 'COLORFGBG']) delete env[name]
const ports = ['--rpc', '--rest', '--grpc', '--endpoints'].flatMap((flag, index) => [
	flag,
	`127.0.0.1:${41_657 + index}`,
])
const flags = ['--admin', '--block-mode', 'manual', '--keyring-backend', 'memory']
const genesis = ['--genesis', join(home, 'genesis.json')]
const child = pty.spawn(process.execPath, ['bin/chain-tui.js', '--home', home, ...genesis, ...ports, ...flags], {
	...size,
	env,
})
child.onData((data) => emulator.write(data))
/** Digits, or the keys after `g`, by the names of their tabs, as the sidebar tells them. */
const digits = new Map()
try {
	await shows('No key', 'You have no key', 'live', 'paused', '#1')
	await admin('admin_setTime', { time: '2026-01-01T08:00:05Z', freeze: true })
	await admin('admin_mine', { blocks: 1 })
	for (const [, digit, title] of text().matchAll(/^ {1,2}(\d|g\w) (\w+)\b/gm)) digits.set(title, digit)
	await makeKeys()
	await greet()
	if (!process.argv.includes('--session')) {
		await callEndpoint()
		await draw()
	}
	await record()
} finally {
	child.kill('SIGKILL')
	rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(0)

async function makeKeys() {
	await go('Keys')
	for (const [name, words] of Object.entries(keys)) {
		await press('i')
		await shows('Import a key')
		await press(`${name}\t\t`)
		await press(`\x1b[200~${words}\x1b[201~`)
		await press('\r')
		await shows(`${name} imported`)
		await press('f')
		await waiting()
		await admin('admin_mine', { blocks: 1 })
		await shows(`${name} has`)
	}
}

async function greet() {
	for (const [index, [name, text]] of greetings.entries()) {
		await go('Keys')
		await press(name === 'alice' ? 'gg' : 'ggj')
		await shows(new RegExp(`▸ +●? +${name}`))
		await press('\r')
		await shows(new RegExp(`▸ +● +${name}`))
		await go('Greetings')
		await press('n')
		await shows('New greeting')
		await press(`\x1b[200~${text}\x1b[201~`)
		await shows('gas about')
		await press('\r')
		await waiting()
		await admin('admin_advanceTime', { seconds: 7 })
		await admin('admin_mine', { blocks: 1 })
		await shows(`Greetings ${index + 1}`)
	}
	await admin('admin_mine', { blocks: 1 })
}

async function draw() {
	mkdirSync(folder, { recursive: true })
	for (const [columns, rows, suffix] of [
		[80, 24, '-80'],
		[size.cols, size.rows, ''],
	]) {
		child.resize(columns, rows)
		emulator.resize(columns, rows)
		await go('Home')
		await picture(`home${suffix}`, [], 'Latest')
		await go('Greetings')
		await picture(`greetings${suffix}`, ['gg'], suffix === '' ? 'checked against' : '▸   5')
	}
	await picture('greeting-new', ['n', '\x1b[200~Gas and fee are told while you type 🚀\x1b[201~'], 'gas about')
	await press('\x15')
	await press('\x1b')
	await go('Accounts')
	await picture('accounts', ['gg'], 'alice')
	await picture('account-both', ['\r'], 'generation 8')
	await press('\x1b')
	await go('Keys')
	await picture('keys', ['gg'], 'alice')
	for (const title of ['Blocks', 'Node', 'Logs', 'Transactions']) {
		await go(title)
		await picture(title.toLowerCase(), [], title)
	}
	await picture('transaction', ['gg', '\r'], 'signer')
	await press('\x1b')
	await go('Converter')
	await picture('converter', [`\x1b[200~${await legacyTx()}\x1b[201~`], '✓ hash')
	await go('Endpoints')
	await shows('acme')
	await press('\r')
	await shows('Storefront')
	await picture('endpoints', ['\r'], 'p50')
	await press('\x1b')
	await press('\x1b')
	await go('RPC')
	await picture('rpc', ['gg'], 'own')
	await go('Upgrade')
	await picture(
		'upgrade',
		['o', `\x1b[200~examples/genesis/generation-8.json\x1b[201~`, '\r'],
		/[1-9]\d* accounts read/,
	)
	await press('\x1b')
	child.resize(200, 60)
	emulator.resize(200, 60)
	for (const title of ['Home', 'Node', 'RPC']) {
		await go(title)
		await picture(
			`${title.toLowerCase()}-200`,
			// Of the own chain's listeners alone: at the usual ports beside another place there may be a stranger's node.
			title === 'RPC' ? ['gg', 't'] : [],
			title === 'RPC' ? /old heights/ : title,
		)
	}
	child.resize(size.cols, size.rows)
	emulator.resize(size.cols, size.rows)
	await go('Home')
	await picture('palette', [':'], 'Commands')
	await press('\x1b')
	await go('Home')
	await picture('help', ['?'], 'Help')
	await press('\x1b')
}

/** The way from the first screen to a greeting in a block whose proof is checked, frame by frame. */
async function record() {
	child.resize(80, 24)
	emulator.resize(80, 24)
	const frames = []
	const frame = async (seconds, wanted) => {
		await shows(wanted)
		await settled()
		frames.push({ seconds, svg: terminalSvg(emulator, 'chain-tui') })
	}
	await go('Home')
	await frame(2, 'Latest')
	await go('Greetings')
	await frame(1.2, '▸')
	await press('n')
	await frame(0.8, 'New greeting')
	for (const part of ['Hello from', ' my own', ' chain 🚀']) {
		await press(`\x1b[200~${part}\x1b[201~`)
		await frame(0.6, part.trim())
	}
	await frame(1.6, 'gas about')
	await press('\r')
	await waiting()
	await frame(1.2, 'mempool')
	await admin('admin_advanceTime', { seconds: 7 })
	await admin('admin_mine', { blocks: 2 })
	await press('gg')
	await frame(4, 'Hello from my own chain')
	mkdirSync(folder, { recursive: true })
	writeFileSync(join(folder, 'session.svg'), movingSvg(frames, 'From the first screen to a greeting in a block'))
	console.log(`${folder}/session.svg`)
}

/** An account at the endpoint service with one application that was called. */
async function callEndpoint() {
	const { endpoints } = JSON.parse(readFileSync(join(home, 'node.json'), 'utf8'))
	const service = createEndpointsClient(endpoints, home)
	await service.signUp('you@example.org', 'a passphrase of nobody')
	const project = await service.createProject({ name: 'acme' })
	const { application, key } = await service.createApplication(project.id, { name: 'Storefront', network: 'pruning' })
	const calls = [
		['eth_blockNumber', []],
		['eth_getBalance', ['0x0000000000000000000000000000000000000001', 'latest']],
		['eth_chainId', []],
		['eth_blockNumber', []],
		['eth_gasPrice', []],
		['eth_unknown', []],
	]
	for (let call = 0; call < 240; call++) {
		const [method, params] = calls[call % (call % 40 === 39 ? 6 : 5)]
		await service.tryCall({ url: application.url, key: key.key, method, params })
	}
}

/** A transaction as a client of generation 8 signs it: bob sends alice 5 CHAIN. */
async function legacyTx() {
	const wallet = await Secp256k1HdWallet.fromMnemonic(keys.bob, { prefix: 'chain' })
	const other = await Secp256k1HdWallet.fromMnemonic(keys.alice, { prefix: 'chain' })
	const [[{ address: from }], [{ address: to }]] = [await wallet.getAccounts(), await other.getAccounts()]
	const { rest } = JSON.parse(readFileSync(join(home, 'node.json'), 'utf8'))
	const { result } = await (await fetch(`${rest}/auth/accounts/${from}`)).json()
	const { account_number = '0', sequence = '0' } = result.value
	const amount = [{ denom: 'uchain', amount: '5000000' }]
	const msg = [{ type: 'chain-sdk/MsgSend', value: { from_address: from, to_address: to, amount } }]
	const fee = { amount: [{ denom: 'uchain', amount: '2000' }], gas: '200000' }
	const memo = 'from an old client'
	const doc = { chain_id: 'chain-localnet', account_number, sequence, fee, msgs: msg, memo }
	const { pub_key, signature } = (await wallet.signAmino(from, doc)).signature
	const signatures = [{ pub_key: { type: 'chain/PubKeySecp256k1', value: pub_key.value }, signature }]
	return JSON.stringify({ tx: { msg, fee, signatures, memo }, mode: 'sync' }, null, 2)
}

/** Goes to a screen by the digit of its tab. */
async function go(title) {
	const digit = digits.get(title)
	if (digit === undefined) throw new Error(`no screen is called ${title}`)
	await press(digit)
	await shows(`› ${title}`)
}

async function picture(name, pressed, wanted) {
	for (const key of pressed) await press(key)
	await shows(wanted)
	// What is read late (a proof, a balance) is part of the picture.
	await settled()
	writeFileSync(join(folder, `${name}.svg`), terminalSvg(emulator, 'chain-tui'))
	console.log(`${folder}/${name}.svg`)
}

async function press(key) {
	child.write(key)
	await pause(80)
}

function text() {
	const buffer = emulator.buffer.active
	return Array.from({ length: emulator.rows }, (_, row) => buffer.getLine(row)?.translateToString(true) ?? '').join(
		'\n',
	)
}

/** Waits until one of the texts is on the screen. */
async function shows(...wanted) {
	const deadline = Date.now() + 60_000
	while (!wanted.some((one) => (one instanceof RegExp ? one.test(text()) : text().includes(one)))) {
		if (Date.now() > deadline) throw new Error(`waited in vain for ${wanted.join(' or ')}:\n${text()}`)
		await pause(20)
	}
}

/** Waits until the screen has rested for half a second. */
async function settled() {
	for (let last = '', since = Date.now(); Date.now() - since < 500; await pause(50)) {
		const now = text()
		if (now !== last) since = Date.now()
		last = now
	}
}

/** Waits until a transaction waits for its block. */
async function waiting() {
	const deadline = Date.now() + 20_000
	while ((await rpc('num_unconfirmed_txs', {})).n_txs === '0') {
		if (Date.now() > deadline) throw new Error(`nothing was sent:\n${text()}`)
		await pause(20)
	}
}

function admin(method, params) {
	return rpc(method, params)
}

async function rpc(method, params) {
	const { rpc: url } = JSON.parse(readFileSync(join(home, 'node.json'), 'utf8'))
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
	const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
	const { result, error } = await reply.json()
	if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
	return result
}

/** A validator key anyone can make again, so that block hashes are the same each time. */
function validatorKey() {
	const seed = createHash('sha256').update('pictures of chain-tui').digest()
	const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
	const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
	const point = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32)
	return {
		address: createHash('sha256').update(point).digest('hex').slice(0, 40).toUpperCase(),
		pub_key: { type: 'tendermint/PubKeyEd25519', value: point.toString('base64') },
		priv_key: { type: 'tendermint/PrivKeyEd25519', value: Buffer.concat([seed, point]).toString('base64') },
	}
}

function validatorBytes({ address, pub_key }) {
	return { address: Buffer.from(address, 'hex'), pubKey: Buffer.from(pub_key.value, 'base64') }
}
