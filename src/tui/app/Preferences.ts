import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import type { KeyOverrides } from '../kit/keymap/Keymap.ts'
import { type ThemeName, themeNames } from '../kit/theme/Theme.ts'

/** What the app remembers from one run to the next. */
export interface PreferenceValues {
	readonly theme: ThemeName
	readonly mouse: boolean
	/** The screen shown last. */
	readonly screen: string
	/** Name of the key that signs. */
	readonly key: string
	/** An unsent greeting. */
	readonly draft: string
	/** Ids of commands run from the palette, newest first. */
	readonly recent: readonly string[]
	/** Whether the first-run page was seen. */
	readonly welcomed: boolean
	/** Whether the tour was offered. */
	readonly toured: boolean
	/** Addresses looked at, newest first. */
	readonly addresses: readonly string[]
	/** Filters of lists, each `list<tab>text`: see `rememberedFilter`. */
	readonly filters: readonly string[]
	/** Saved nodes, each `name<tab>url`. */
	readonly nodes: readonly string[]
	/** Keys chosen by the person: see `Keymap`. */
	readonly keys: KeyOverrides
	/** URL of the saved node in use; empty for the one the program was started with. */
	readonly node: string
}

const defaults: PreferenceValues = {
	theme: 'auto',
	mouse: true,
	screen: 'home',
	key: '',
	draft: '',
	recent: [],
	welcomed: false,
	toured: false,
	addresses: [],
	filters: [],
	nodes: [],
	keys: {},
	node: '',
}

/** Where preferences are kept. A damaged or older file gives defaults, never an error. */
export interface Preferences {
	get<Name extends keyof PreferenceValues>(name: Name): PreferenceValues[Name]
	set<Name extends keyof PreferenceValues>(name: Name, value: PreferenceValues[Name]): void
	/** Takes a value for this run only; what is remembered stays as it is until `set` is called. */
	assume<Name extends keyof PreferenceValues>(name: Name, value: PreferenceValues[Name]): void
	/** Resolves once everything set so far is on the disk. */
	flush(): Promise<void>
}

/** Several changes within this time, in milliseconds, are written at once. */
const writeAfterMs = 250

/**
 * Preferences in `preferences.json` of a directory, written atomically by conf. The file is read without it, since conf
 * takes longer to load than the first frame may wait.
 */
export function filePreferences(directory: string): Preferences {
	const path = join(directory, 'preferences.json')
	const values = readValues(path)
	const assumed = new Set<string>()
	let changed = new Map<string, unknown>()
	let timer: NodeJS.Timeout | undefined
	let writing: Promise<void> = Promise.resolve()
	const write = async (): Promise<void> => {
		clearTimeout(timer)
		timer = undefined
		if (changed.size === 0) return
		const { default: Conf } = await import('conf')
		const batch = changed
		changed = new Map()
		try {
			const options = { cwd: directory, configName: 'preferences', clearInvalidConfig: true, projectName: 'chain-tui' }
			const conf = new Conf<Record<string, unknown>>(options)
			// conf 15 takes a write for done whose bytes a nearly full disk took in part; it has no option for another writer.
			Object.defineProperty(conf, '_write', {
				value: (all: unknown) => writeFileAtomic(path, JSON.stringify(all, undefined, '\t'), { check: JSON.parse }),
			})
			conf.set(Object.fromEntries(batch))
		} catch {
			// A full or read-only disk: the file stays as it was, and the next write takes what this one could not.
			changed = new Map([...batch, ...changed])
		}
	}
	const flush = (): Promise<void> => {
		writing = writing.then(write)
		return writing
	}
	return checked(
		(name) => values.get(name),
		(name, value) => {
			if (Object.is(values.get(name), value) && !assumed.has(name)) return
			assumed.delete(name)
			values.set(name, value)
			changed.set(name, value)
			timer ??= setTimeout(() => void flush(), writeAfterMs).unref()
		},
		(name, value) => {
			assumed.add(name)
			values.set(name, value)
		},
		flush,
	)
}

function readValues(path: string): Map<string, unknown> {
	try {
		const read = JSON.parse(readFileSync(path, 'utf8')) as unknown
		return new Map(typeof read === 'object' && read !== null ? Object.entries(read) : [])
	} catch {
		return new Map()
	}
}

/** Preferences that live as long as the process. @internal for tests */
export function memoryPreferences(initial: Partial<PreferenceValues> = {}): Preferences {
	const values = new Map<string, unknown>(Object.entries(initial))
	return checked(
		(name) => values.get(name),
		(name, value) => values.set(name, value),
		(name, value) => values.set(name, value),
	)
}

function checked(
	read: (name: string) => unknown,
	write: (name: string, value: unknown) => void,
	assume: (name: string, value: unknown) => void,
	flush: () => Promise<void> = async () => {},
): Preferences {
	return {
		get: (name) => {
			const value = read(name)
			return (isValid(name, value) ? value : defaults[name]) as never
		},
		set: (name, value) => write(name, value),
		assume: (name, value) => assume(name, value),
		flush,
	}
}

function isValid(name: keyof PreferenceValues, value: unknown): boolean {
	const usual = defaults[name]
	if (Array.isArray(usual)) return Array.isArray(value) && value.every((item) => typeof item === 'string')
	if (name === 'keys') return isOverrides(value)
	if (name === 'theme') return themeNames.includes(value as ThemeName)
	return typeof value === typeof usual
}

function isOverrides(value: unknown): boolean {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
	return Object.values(value).every((keys) => Array.isArray(keys) && keys.every((key) => typeof key === 'string'))
}
