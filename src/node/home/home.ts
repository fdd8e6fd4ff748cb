import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UserError } from '../../errors/UserError.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import type { SettingValues } from '../settings.ts'

/** Format of the home folder this program reads and writes. */
export const homeFormat = 2

/** Paths inside a home folder. */
export function homePaths(home: string) {
	return {
		version: join(home, 'version.json'),
		config: join(home, 'config.json'),
		genesis: join(home, 'genesis.json'),
		validatorKey: join(home, 'priv_validator_key.json'),
		nodeKey: join(home, 'node_key.json'),
		running: join(home, 'node.json'),
		ports: join(home, 'ports.json'),
		data: join(home, 'data'),
		mark: join(home, 'data.height'),
		tables: join(home, 'data.tables'),
		keyring: join(home, 'keyring'),
		history: join(home, 'history.log'),
		logs: join(home, 'logs'),
		endpoints: join(home, 'endpoints.sqlite'),
		snapshots: join(home, 'snapshots'),
		abis: join(home, 'abis'),
		network: join(home, 'network.json'),
		actAs: join(home, 'act-as.json'),
		/** Homes of further chains, each named by its chain id. */
		chains: join(home, 'chains'),
	} as const
}

/** The home of another own chain than the first of a home; it shares the keys of the first. */
export function ownChainHome(home: string, chainId: string): string {
	return join(homePaths(home).chains, chainId)
}

/** Home of the engine beside that of its application: networks made before `network.json` have both side by side. */
export function engineBeside(home: string): string | undefined {
	const sibling = resolve(home, '..', 'engine')
	return existsSync(join(sibling, 'config', 'genesis.json')) ? sibling : undefined
}

/** Whether a real engine makes the blocks of a home. */
export function hasEngine(home: string): boolean {
	return existsSync(homePaths(home).network) || engineBeside(home) !== undefined
}

/** The settings stored in a home; empty if the home does not exist. @throws {UserError} if it cannot be read. */
export function readHomeConfig(home: string): SettingValues {
	checkHomeFormat(home)
	const file = homePaths(home).config
	if (!existsSync(file)) return {}
	return readJson(file, 'Mend or remove the file, then start again.') as SettingValues
}

/** Stores settings in the home's config.json. */
export function writeHomeConfig(home: string, values: SettingValues): void {
	writeFileAtomic(homePaths(home).config, `${JSON.stringify(values, null, 2)}\n`, { check: JSON.parse })
}

/** Refuses a home of a newer format or that is no folder, before anything is written. @throws {UserError} */
export function checkHomeFormat(home: string): void {
	const file = homePaths(home).version
	let text: string
	try {
		text = readFileSync(file, 'utf8')
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return
		throw new UserError(`The home folder ${home} cannot be read.`, {
			because: cause,
			next: 'Check its permissions, or choose another folder with --home.',
		})
	}
	const format = formatOf(text, file)
	if (typeof format === 'number' && format <= homeFormat) return
	throw new UserError(`The home folder ${home} was written by a newer chain-tui (format ${String(format)}).`, {
		why: `This program reads format ${homeFormat}. Nothing was changed.`,
		next: 'Install the newer version, or choose another folder with --home.',
	})
}

/** Creates the folders of a home and writes its format. @throws {UserError} if the place is not writable. */
export function makeHome(home: string): void {
	checkHomeFormat(home)
	const paths = homePaths(home)
	try {
		for (const folder of [home, paths.data, paths.keyring, paths.logs])
			mkdirSync(folder, { recursive: true, mode: 0o700 })
		if (!existsSync(paths.version)) stampHome(home)
	} catch (cause) {
		const { why, message } = cause as Error & Partial<Pick<UserError, 'why'>>
		throw new UserError(`The home folder ${home} cannot be written.`, {
			why: why || message,
			next: 'Check its permissions and the free space, or choose another folder with --home.',
			cause,
		})
	}
}

/** Marks a home with the current format, which older programs refuse. */
export function stampHome(home: string): void {
	const { version } = homePaths(home)
	if (existsSync(version) && formatOf(readFileSync(version, 'utf8'), version) === homeFormat) return
	writeFileAtomic(version, `${JSON.stringify({ format: homeFormat })}\n`)
}

function formatOf(text: string, file: string): unknown {
	try {
		return (JSON.parse(text) as { format?: unknown } | null)?.format
	} catch (cause) {
		throw new UserError(`${file} cannot be read.`, {
			because: cause,
			next: `Nothing was changed. If this program wrote the home, put {"format":${homeFormat}} into the file.`,
		})
	}
}

function readJson(file: string, next: string): unknown {
	try {
		return JSON.parse(readFileSync(file, 'utf8'))
	} catch (cause) {
		throw new UserError(`${file} cannot be read.`, { because: cause, next })
	}
}

/** Makes the home; a new one gets the settings of the chain. @throws {UserError} if it is refused or not writable. */
export function prepareHome(config: NodeConfig, home: string): void {
	makeHome(home)
	const stored = readHomeConfig(home)
	if (stored.prefix !== undefined) return
	const { prefix, denom, coinType, aminoBrand } = config.settings
	const evm = config.evmChainId === undefined ? {} : { evmChainId: String(config.evmChainId) }
	writeHomeConfig(home, { ...stored, prefix, denom, coinType: String(coinType), aminoBrand, ...evm })
}

/** Removes the database of a home that cannot be opened any more. Keys and settings stay. */
export function forgetChain(home: string): void {
	const { data, mark, tables } = homePaths(home)
	for (const path of [mark, tables, data]) rmSync(path, { recursive: true, force: true })
}

/** Remembers the settings of a home, and returns what writes them again: those of a refused genesis do not stay. */
export function noteSettings(home: string): () => void {
	const { config } = homePaths(home)
	const settings = existsSync(config) ? readFileSync(config, 'utf8') : undefined
	return () => {
		if (settings === undefined) rmSync(config, { force: true })
		else writeFileAtomic(config, settings)
	}
}
