// `npm run test:pack`: packs the program and uses the tarball as strangers would. What it carries and whether its links work;
// its size in an empty folder; the types in every kind of project; publint and "are the types wrong"; the examples' suite with
// Vitest, one with Jest, and the command.
import { spawnSync } from 'node:child_process'
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

process.chdir(new URL('..', import.meta.url).pathname)
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const { dependencies, devDependencies } = manifest
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-pack-'))
/** The same versions as here, so that what this machine has fetched before is enough. */
const own = (...names) => Object.fromEntries(names.map((name) => [name, dependencies[name] ?? devDependencies[name]]))
const [mostMegabytes, mostPackages] = [60, 120]
const tools = { publint: 'publint@0.3.25', attw: '@arethetypeswrong/cli@0.18.5' }

try {
	run('npm', ['pack', '--silent', '--pack-destination', folder], process.cwd())
	const tarball = join(
		folder,
		readdirSync(folder).find((file) => file.endsWith('.tgz')),
	)
	checkContents(tarball)
	const bare = project('bare', {}, tarball)
	checkSize(bare)
	checkTypes(bare, tarball)
	run('npx', ['--yes', '--prefer-offline', tools.publint, 'run', tarball, '--strict'])
	run('npx', ['--yes', '--prefer-offline', tools.attw, tarball, '--profile', 'node16'])
	checkDapp(tarball)
	checkJest(tarball)
} finally {
	rmSync(folder, { recursive: true, force: true })
}

/** A new folder with the tarball and other packages installed. */
function project(name, others, tarball, type = 'module') {
	const at = join(folder, name)
	mkdirSync(at)
	const devDependencies = { 'chain-tui': `file:${tarball}`, ...others }
	writeFileSync(join(at, 'package.json'), JSON.stringify({ name, private: true, type, devDependencies }))
	const from = performance.now()
	run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], at)
	console.log(`  ${((performance.now() - from) / 1000).toFixed(0)} s`)
	return at
}

/** What people look for is there, nothing large that nobody reads, and every link within the pages leads somewhere. */
function checkContents(tarball) {
	run('tar', ['-xzf', tarball, '-C', folder])
	const root = join(folder, 'package')
	const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
	const wanted = [
		'LICENSE',
		'THIRD-PARTY-NOTICES.md',
		'README.md',
		'CHANGELOG.md',
		'docs/README.md',
		'examples/README.md',
	]
	for (const file of wanted) if (!files.includes(file)) throw new Error(`the tarball lacks ${file}`)
	const maps = files.filter((file) => file.endsWith('.map'))
	if (maps.length > 0) throw new Error(`the tarball carries source maps: ${maps[0]} …`)
	let links = 0
	for (const page of files.filter((file) => file.endsWith('.md') && file !== 'THIRD-PARTY-NOTICES.md')) {
		for (const [, link] of readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
			if (/^https?:/.test(link)) continue
			links++
			if (!existsSync(join(root, dirname(page), link))) throw new Error(`${page} links to ${link}, which is not packed`)
		}
	}
	console.log(`  ${files.length} files, ${links} links within the pages work`)
}

function checkSize(at) {
	const files = readdirSync(join(at, 'node_modules'), { recursive: true, withFileTypes: true }).filter((one) =>
		one.isFile(),
	)
	const megabytes = files.reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0) / 1e6
	const lock = JSON.parse(readFileSync(join(at, 'node_modules/.package-lock.json'), 'utf8'))
	const packages = Object.keys(lock.packages).length
	console.log(`  ${megabytes.toFixed(0)} MB in ${packages} packages (at most ${mostMegabytes} and ${mostPackages})`)
	if (megabytes > mostMegabytes || packages > mostPackages) throw new Error('the package got too heavy')
}

/** Compiles a program in each kind of project, without CosmJS and with it, and every declaration it reads. */
function checkTypes(bare, tarball) {
	const full = project('typed', own('typescript', '@types/node', '@cosmjs/stargate', 'vitest'), tarball)
	const light = join(folder, 'light')
	cpSync(bare, light, { recursive: true })
	const asModule = `import { type Chain, type ChainOptions, sdkErrors, startChain, UserError } from 'chain-tui'
export async function height(options: ChainOptions): Promise<number> {
	const chain: Chain = await startChain(options)
	const code: number = sdkErrors.outOfGas.code
	try { return (await chain.height()) + code } catch (error) { throw error instanceof UserError ? error : new Error() } finally { await chain.stop() }
}
`
	const withCosmjs = `import { SigningStargateClient } from '@cosmjs/stargate'
import { startChain } from 'chain-tui'
import { chainTest } from 'chain-tui/vitest'
export const test = chainTest({ accounts: 1 })
export async function balance(): Promise<string> {
	await using chain = await startChain()
	const [alice] = chain.accounts
	const connected = await SigningStargateClient.connectWithSigner(chain.rpcUrl, alice!.signer)
	const client: SigningStargateClient = await chain.stargate(alice)
	return (await client.getBalance(alice!.address, chain.denom)).amount + (await connected.getChainId())
}
`
	const kinds = [
		[light, 'nodenext', 'nodenext', { 'a.ts': asModule, 'b.cts': asModule }],
		[light, 'node16', 'node16', { 'a.ts': asModule, 'b.mts': asModule, 'c.cts': asModule }],
		[light, 'esnext', 'bundler', { 'a.ts': asModule }],
		[full, 'nodenext', 'nodenext', { 'a.ts': withCosmjs, 'b.cts': asModule }],
		[full, 'esnext', 'bundler', { 'a.ts': withCosmjs }],
	]
	for (const [at, module, moduleResolution, files] of kinds) {
		rmSync(join(at, 'src'), { recursive: true, force: true })
		mkdirSync(join(at, 'src'))
		for (const [name, text] of Object.entries(files)) writeFileSync(join(at, 'src', name), text)
		const compilerOptions = {
			...{ module, moduleResolution, target: 'es2022', strict: true, noEmit: true },
			skipLibCheck: at === full,
			// CosmJS has declarations of its own that do not compile everywhere.
			...(at === full ? { types: ['node'], lib: ['es2023', 'dom', 'esnext.disposable'] } : { types: [] }),
		}
		writeFileSync(join(at, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
		const compiler = join(process.cwd(), 'node_modules/typescript/bin/tsc')
		run(process.execPath, [compiler, '-p', at], at)
		console.log(
			`  types: ${module}, ${moduleResolution}, ${Object.keys(files).join(' ')}${at === full ? ', with CosmJS' : ''}`,
		)
	}
}

function checkDapp(tarball) {
	const needed = own(
		'@cosmjs/stargate',
		'@cosmjs/proto-signing',
		'viem',
		'ethers',
		'vitest',
		'typescript',
		'@types/node',
	)
	const at = project('dapp', needed, tarball)
	cpSync('examples', join(at, 'examples'), { recursive: true })
	const compilerOptions = {
		...{ module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom', 'esnext.disposable'], types: ['node'] },
		...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
	}
	writeFileSync(join(at, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['examples'] }))
	run('npx', ['tsc'], at)
	run('npx', ['vitest', 'run'], at)
	const version = run('npx', ['chain-tui', '--version'], at).trim()
	if (!version.includes(manifest.version)) throw new Error(`chain-tui --version printed ${version}`)
	console.log('  examples: types and suite; the command')
}

function checkJest(tarball) {
	const at = project('jest', { jest: '29.7.0', ...own('@cosmjs/stargate') }, tarball, 'commonjs')
	const config = {
		testEnvironment: 'chain-tui/jest',
		testEnvironmentOptions: { chain: { accounts: 2, balance: '5000000' } },
	}
	writeFileSync(join(at, 'jest.config.json'), JSON.stringify(config))
	writeFileSync(
		join(at, 'transfer.test.js'),
		`test('a transfer arrives', async () => {
	const client = await chain.stargate()
	const [, bob] = chain.accounts
	await client.sendTokens(chain.accounts[0].address, bob.address, [{ denom: chain.denom, amount: '7' }], 'auto')
	expect((await client.getBalance(bob.address, chain.denom)).amount).toBe('5000007')
})
test('the next test finds the chain as it was', async () => {
	const client = await chain.stargate()
	expect((await client.getBalance(chain.accounts[1].address, chain.denom)).amount).toBe('5000000')
})
`,
	)
	run('npx', ['jest', '--config', 'jest.config.json'], at)
	console.log('  a chain for each file of Jest')
}

function run(command, args, cwd = folder) {
	console.log(`${command} ${args.join(' ')}`)
	const result = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26, timeout: 600_000 })
	if (result.status === 0) return result.stdout
	process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`)
	throw new Error(`${command} ${args[0]} ended with ${result.status}`)
}
