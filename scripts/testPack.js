// Packs the program, installs the tarball in an empty folder beside the packages of the examples, and runs there: the examples'
// suite, the compiler over it with the packed types, and the command.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

process.chdir(new URL('..', import.meta.url).pathname)
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const { dependencies, devDependencies } = manifest
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-pack-'))

try {
	run('npm', ['pack', '--silent', '--pack-destination', folder], process.cwd())
	const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'))
	// The same versions as here, so that what this machine has fetched before is enough.
	const of = (name) => dependencies[name] ?? devDependencies[name]
	const needed = ['@cosmjs/stargate', '@cosmjs/proto-signing', 'viem', 'ethers', 'vitest', 'typescript', '@types/node']
	writeFileSync(
		join(folder, 'package.json'),
		JSON.stringify({
			name: 'somebody-elses-dapp',
			private: true,
			type: 'module',
			devDependencies: {
				'chain-tui': `file:${tarball}`,
				...Object.fromEntries(needed.map((name) => [name, of(name)])),
			},
		}),
	)
	run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'])
	cpSync('examples', join(folder, 'examples'), { recursive: true })
	writeFileSync(
		join(folder, 'tsconfig.json'),
		JSON.stringify({
			compilerOptions: {
				module: 'nodenext',
				target: 'es2023',
				lib: ['es2023', 'dom', 'esnext.disposable'],
				strict: true,
				noEmit: true,
				skipLibCheck: true,
				allowImportingTsExtensions: true,
				types: ['node'],
			},
			include: ['examples'],
		}),
	)
	run('npx', ['tsc'])
	run('npx', ['vitest', 'run'])
	const version = run('npx', ['chain-tui', '--version']).trim()
	if (!version.includes(manifest.version)) throw new Error(`chain-tui --version printed ${version}`)
	console.log(`packed ${tarball}: types, examples and command work where it is installed`)
} finally {
	rmSync(folder, { recursive: true, force: true })
}

function run(command, args, cwd = folder) {
	console.log(`${command} ${args.join(' ')}`)
	const result = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 })
	if (result.status === 0) return result.stdout
	process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`)
	throw new Error(`${command} ${args[0]} ended with ${result.status}`)
}
