// `npm run docs` writes the tables of docs/settings.md, docs/security.md and docs/endpoints.md, docs/commands.md and docs/benchmarks.md from
// the program's own data. With --check it changes nothing and fails if a page is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { benchNotes } from './benchNotes.js'
import { benchTable, machineLine } from './benchTable.js'
import { bundledModule } from './bundledModule.js'

process.chdir(new URL('..', import.meta.url).pathname)

const {
	commandGroups,
	settings,
	permissions,
	roles,
	limits,
	listenerLimits,
	endpointsConfigSchema,
	defaultEndpointsConfig,
	freeRelays,
	guardLimits,
	bounds,
	ethMethods,
} = await bundledModule(`
	export { bounds } from './src/api/eth/bounds.ts'
	export { ethMethods } from './src/api/eth/methods/index.ts'
	export { commandGroups } from './src/cli/commandGroups.ts'
	export { settings } from './src/node/settings.ts'
	export { limits, listenerLimits } from './src/endpoints/limits.ts'
	export { endpointsConfigSchema } from './src/endpoints/readEndpointsConfig.ts'
	export { defaultEndpointsConfig } from './src/endpoints/EndpointsConfig.ts'
	export { freeRelays } from './src/endpoints/metering/price.ts'
	export { guardLimits } from './src/serve/ConnectionGuard.ts'
	export { permissions, roles } from './src/wire/management/permissions.ts'
`)

/** What each limit of the endpoint service holds. */
const limitTexts = {
	passwordMinimum: 'shortest password, in characters',
	passwordMaximum: 'longest password, in characters',
	triesWindowMs: 'wrong tries are counted together for this time, from the first one',
	wrongPasswords:
		'wrong passwords for an account from one address, or from one program that has logged in to it before',
	wrongPasswordsAtAddress: 'wrong passwords from one address, for all accounts, until the next limit holds there',
	wrongPasswordsWhenSuspect: 'wrong passwords for an account from such an address',
	takenSignUps: 'sign-ups from one address with e-mails that have an account',
	loginClients: 'programs an account remembers; the longest unused is forgotten',
	sessionIdleMs: 'a session ends after this time without use',
	sessionMs: 'a session ends after this time in any case',
	pendingDeviceLogins: 'logins at identity providers under way in one process',
	deviceLoginMs: 'such a login ends after this time, or sooner when the code of the provider expires',
	otherGatewayMs: 'another gateway on the database looks for changes (caps, keys, allowlists) at this interval',
	managementBodyBytes: 'body of a request to the management API',
	remoteManagementPerSecond: 'requests of one address a second to the management API on `--manage`, and at once',
	projectsPerAccount: 'projects an account owns',
	membersPerProject: 'members of a project, those who are invited included',
	pendingInvitationsPerProject: 'invitations of a project that nobody has answered',
	invitationsFromOneInviter: 'unanswered invitations of one account to one e-mail, of all its projects',
	invitationsReceived: 'unanswered invitations to one e-mail; then the oldest of who sent most gives way',
	invitationMs: 'an invitation expires after this time',
	applicationsPerProject: 'applications of a project',
	keysPerApplication: 'API keys of an application that are not revoked',
	rotationOverlapMs: 'a rotated key works on for this time unless another is given',
	allowEntries: 'entries of one allowlist',
	statisticsHours: 'longest range of statistics, in hours',
}
/** The same for the limits that `endpoints.json` sets. */
const configLimitTexts = {
	bodyBytes: 'body of a call',
	batchItems: 'calls in a batch',
	replyBytes: 'reply to a call or batch',
	callTimeoutMs: 'longest run of a call',
	pruningWindow: 'newest heights a `pruning` application answers',
}

/** The same for what the connections of its listeners may take. */
const guardLimitTexts = {
	connections: 'connections of the listener',
	unfinishedBytes: 'requests that are not whole yet, of all connections',
	unsentBytes: 'replies that clients have not taken, of all connections',
	requestMs: 'longest wait for a request to be whole',
	stallMs: 'longest wait for a client to take more of a reply',
	pipelined: 'requests of a connection before the reply to the first',
}

/** The interface of its own that anvil has (foundry crates/anvil/core/src/eth/mod.rs EthRequest), without debug, ots and trace, and without Tempo's. */
const anvilsOwn =
	'anvil_addBalance anvil_autoImpersonateAccount anvil_dealERC20 anvil_dropAllTransactions anvil_dropTransaction anvil_dumpState anvil_enableTraces anvil_getAutomine anvil_getGenesisTime anvil_getLastBlockWallTime anvil_impersonateSignature anvil_getBlobByHash anvil_setNextBlockPrevRandao anvil_setBlockGasLimit anvil_mine_detailed anvil_getIntervalMining anvil_impersonateAccount anvil_increaseTime anvil_loadState anvil_metadata anvil_mine anvil_nodeInfo anvil_removeBlockTimestampInterval anvil_removePoolTransactions anvil_reorg anvil_reset anvil_revert anvil_rollback anvil_setAutomine anvil_setBalance anvil_setBlockTimestampInterval anvil_setChainId anvil_setCode anvil_setCoinbase anvil_setERC20Allowance anvil_setIntervalMining anvil_setLoggingEnabled anvil_setMinGasPrice anvil_setNextBlockBaseFeePerGas anvil_setNextBlockTimestamp anvil_setNonce anvil_setRpcUrl anvil_setStorageAt anvil_setTime anvil_snapshot anvil_stopImpersonatingAccount eth_sendUnsignedTransaction evm_increaseTime evm_mine evm_mine_detailed evm_revert evm_setAutomine evm_setBlockGasLimit evm_setIntervalMining evm_setNextBlockTimestamp evm_snapshot txpool_content txpool_inspect txpool_status'

keepTables('docs/evm.md', { anvil: anvilTable() })
keepTables('docs/settings.md', { settings: settingsTable() })
keepTables('docs/endpoints.md', {
	roles: rolesTable(),
	settings: endpointSettingsTable(),
	limits: limitsTable(),
})
keepTables('docs/security.md', { bounds: boundsTable() })
keep('docs/commands.md', readIfThere('docs/commands.md'), commandsPage())
keep('docs/benchmarks.md', readIfThere('docs/benchmarks.md'), benchmarksPage())

function keep(file, before, now) {
	if (now === before) return
	if (process.argv.includes('--check')) {
		console.error(`${file} is stale: run \`npm run docs\` and commit.`)
		process.exit(1)
	}
	writeFileSync(file, now)
}

/** What of anvil's own interface there is, by the definitions of the methods. */
function anvilTable() {
	const known = new Map(
		ethMethods.flatMap((method) => [method.name, ...(method.aliases ?? [])].map((name) => [name, method])),
	)
	const has = []
	const rows = []
	for (const name of anvilsOwn.split(' ')) {
		const method = known.get(name)
		if (method === undefined) rows.push(`| \`${name}\` | lacks |`)
		else if (method.refuses !== undefined) rows.push(`| \`${name}\` | refuses: ${method.refuses} |`)
		else if (method.differs !== undefined) rows.push(`| \`${name}\` | differs: ${method.differs} |`)
		else has.push(`\`${name}\``)
	}
	return [`| method | this node |`, '|---|---|', `| ${has.join(', ')} | has |`, ...rows, ''].join('\n')
}

function keepTables(file, tables) {
	const page = readFileSync(file, 'utf8')
	keep(
		file,
		page,
		Object.entries(tables).reduce((text, [name, table]) => replaceTable(text, name, table), page),
	)
}

function readIfThere(file) {
	return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Every command with what it does and lines to try. */
function commandsPage() {
	const cell = (text) => text.replaceAll('|', '\\|')
	const group = ({ path, description, aliases = [], commands }) => [
		'',
		`## ${path.length === 0 ? 'chain-tui' : path.join(' ')}`,
		'',
		...(description === '' ? [] : [`${description}${aliases.map((alias) => ` (short: \`${alias}\`)`).join('')}`, '']),
		'| Command | What it does | Try |',
		'|---|---|---|',
		...commands.map(({ name, args, description, examples }) => {
			const call = [...path, name, ...(args === undefined ? [] : [args])].join(' ')
			return `| \`${cell(call)}\` | ${cell(description)} | ${examples.map((line) => `\`chain-tui ${cell(line)}\``).join('<br>')} |`
		}),
	]
	return [
		'# Commands',
		'',
		'Made from the commands themselves by `npm run docs`. `chain-tui COMMAND --help` has the flags of each.',
		...commandGroups.flatMap(group),
		'',
	].join('\n')
}

/** The newest saved run of `npm run bench`, and how to repeat it. */
function benchmarksPage() {
	const saved = readIfThere('docs/benchmarks.json')
	const run = saved === '' ? undefined : JSON.parse(saved)
	return [
		'# Benchmarks',
		'',
		'Each figure stands beside a peer or a limit of the same run: a shared machine has no seconds of its own. The peer is a node of the Go framework of',
		'the same line on the same chain, where the row has no other. `npm run bench` runs all, `npm run bench -- NAME` one of them:',
		'',
		'    npm run bench -- --peer PATH --evm-peer PATH                    # everything; the framework node without and with an EVM',
		'    npm run bench -- grpc rest --peer PATH --save new.json          # two of them, kept in a file',
		'    npm run bench -- --peer PATH --compare docs/benchmarks.json     # beside what was saved',
		'    CHAIN_TUI_FULL=1 npm run bench -- longChain --peer PATH         # 200,000 and 1,000,000 greetings, half an hour',
		'    npm run bench -- --peer PATH --evm-peer PATH --save docs/benchmarks.json && npm run docs    # this page anew, on a quiet machine',
		'',
		...(run === undefined ? ['No run is saved yet.'] : [`${machineLine(run)}.`, '', benchTable(run.rows)]),
		'',
		...benchNotes,
		'',
	].join('\n')
}

function settingsTable() {
	const rows = settings.map(
		({ flag, env, default: value, description, choices }) =>
			`| \`${flag}\` | \`${env}\` | ${value === undefined ? '' : `\`${value}\``} | ${description}${choices ? ` (${choices.join(', ')})` : ''} |`,
	)
	return ['| Flag | Environment | Default | What it is |', '|---|---|---|---|', ...rows, ''].join('\n')
}

/** The bounds of the Ethereum JSON-RPC, with the methods that name them in their definitions. */
function boundsTable() {
	const namesOf = (bound) => {
		const methods = ethMethods.filter(({ bounds: own = [], params }) =>
			[...own, ...params.flatMap((param) => param.bounds ?? [])].includes(bound),
		)
		return bound.of ?? [...new Set(methods.map(({ name }) => `\`${name}\``))].join(', ')
	}
	const rows = Object.values(bounds).map((bound) => {
		const { counts, most, dialect = 'both', beyond } = bound
		return `| ${namesOf(bound)} | ${counts} | ${most.toLocaleString('en')} | ${dialect} | ${beyond} |`
	})
	return ['| Method | What is counted | Most | Dialect | Beyond it |', '|---|---|--:|---|---|', ...rows, ''].join('\n')
}

function rolesTable() {
	const rows = Object.entries(permissions).map(
		([action, allowed]) =>
			`| \`${action}\` | ${roles.map((role) => (allowed.includes(role) ? 'yes' : '–')).join(' | ')} |`,
	)
	return [`| Action | ${roles.join(' | ')} |`, `|---|${roles.map(() => ':-:').join('|')}|`, ...rows, ''].join('\n')
}

/** Every setting of endpoints.json, from its schema. */
function endpointSettingsTable() {
	const rows = []
	const walk = ({ properties = {}, required = [] }, prefix) => {
		for (const [name, one] of Object.entries(properties)) {
			const path = `${prefix}${name}`
			if (one.properties !== undefined) walk(one, `${path}.`)
			else if (one.items?.properties !== undefined) walk(one.items, `${path}[].`)
			else {
				const fallback =
					one.default === undefined ? (required.includes(name) ? 'required' : '–') : JSON.stringify(one.default)
				rows.push(`| \`${path}\` | ${one.description} | ${fallback} |`)
			}
		}
	}
	walk(endpointsConfigSchema(), '')
	return ['| Setting | What it is | Default |', '|---|---|---|', ...rows, ''].join('\n')
}

function limitsTable() {
	const figure = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ',')
	const time = (ms) => {
		const [size, unit] = [
			[86_400_000, 'day'],
			[3_600_000, 'hour'],
			[60_000, 'minute'],
			[1_000, 'second'],
			[1, 'millisecond'],
		].find(([size]) => ms >= size && ms % size === 0)
		return `${ms / size} ${unit}${ms === size ? '' : 's'}`
	}
	const row = (name, value, text) => {
		if (text === undefined) throw new TypeError(`docs.js has no words for the limit ${name}`)
		const shown = name.endsWith('Ms') ? time(value) : name.endsWith('Bytes') ? `${figure(value)} bytes` : figure(value)
		return `| ${text} | ${shown} |`
	}
	const { limits: ofConfig, pruningWindow } = defaultEndpointsConfig
	return [
		'| Limit | Value |',
		'|---|--:|',
		...Object.entries(limits).map(([name, value]) => row(name, value, limitTexts[name])),
		...Object.entries({ ...ofConfig, pruningWindow }).map(([name, value]) =>
			row(name, value, configLimitTexts[name] && `${configLimitTexts[name]} (\`endpoints.json\`)`),
		),
		...Object.entries({ ...guardLimits, ...listenerLimits }).map(([name, value]) =>
			row(name, value, guardLimitTexts[name]),
		),
		row('freeRelays', freeRelays, 'relays of an account in a UTC month that cost nothing'),
		'',
	].join('\n')
}

function replaceTable(text, name, table) {
	const pattern = new RegExp(`(<!-- ${name}: [^>]*-->\n)[\\s\\S]*?(<!-- /${name} -->)`)
	if (!pattern.test(text)) throw new TypeError(`the page has no marks for the table ${name}`)
	return text.replace(pattern, (_all, open, close) => `${open}${table}${close}`)
}
