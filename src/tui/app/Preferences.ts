import { readPreferences, writePreferences } from '../../client/preferencesFile.ts'
import { isObject } from '../../util/jsonParts.ts'
import type { KeyOverrides } from '../kit/keymap/Keymap.ts'
import { type ThemeName, themeNames } from '../kit/theme/Theme.ts'

/** Values that the app keeps between runs. */
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
	/** Labels of addresses: see `parseLabels`. */
	readonly labels: readonly string[]
	/** Filters of lists, each `list<tab>text`: see `rememberedFilter`. */
	readonly filters: readonly string[]
	/** Saved nodes, each `name<tab>url`. */
	readonly nodes: readonly string[]
	/** Keys chosen by the user: see `Keymap`. */
	readonly keys: KeyOverrides
	/** URL of the saved node in use; empty for the node given at the start. */
	readonly node: string
	/** Amounts as the chain counts them: see `Amounts`. */
	readonly rawAmounts: boolean
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
	labels: [],
	filters: [],
	nodes: [],
	keys: {},
	node: '',
	rawAmounts: false,
}

/** Stores preferences. A damaged or older file gives defaults, never an error. */
export interface Preferences {
	get<Name extends keyof PreferenceValues>(name: Name): PreferenceValues[Name]
	set<Name extends keyof PreferenceValues>(name: Name, value: PreferenceValues[Name]): void
	/** Sets a value for this run only. The stored value stays until `set` is called. */
	assume<Name extends keyof PreferenceValues>(name: Name, value: PreferenceValues[Name]): void
	/** Reads a value again that another program may have changed. */
	reread(name: keyof PreferenceValues): void
	/** Resolves once everything set so far is on the disk. */
	flush(): Promise<void>
}

/** Changes within this time are written together, in milliseconds. */
const writeAfterMs = 250

/** Preferences in `preferences.json` of a directory, written by conf, read without it, which loads slowly. */
export function filePreferences(directory: string): Preferences {
	const values = readPreferences(directory)
	const assumed = new Set<string>()
	let changed = new Map<string, unknown>()
	let timer: NodeJS.Timeout | undefined
	let writing: Promise<void> = Promise.resolve()
	const write = async (): Promise<void> => {
		clearTimeout(timer)
		timer = undefined
		if (changed.size === 0) return
		const batch = changed
		changed = new Map()
		try {
			await writePreferences(directory, batch)
		} catch {
			// On a full or read-only disk the file stays unchanged, and the next write includes these changes.
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
		(name) => {
			// A value that is not written yet is newer than the file.
			if (!changed.has(name)) values.set(name, readPreferences(directory).get(name))
		},
		flush,
	)
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
	reread: (name: string) => void = () => {},
	flush: () => Promise<void> = async () => {},
): Preferences {
	return {
		get: (name) => {
			const value = read(name)
			return (isValid(name, value) ? value : defaults[name]) as never
		},
		set: (name, value) => write(name, value),
		assume: (name, value) => assume(name, value),
		reread,
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
	return isObject(value) && Object.values(value).every((keys) => [keys].flat().every((key) => typeof key === 'string'))
}

/** Lists with a stored filter. */
export type FilteredList = 'greetings' | 'logs' | 'logs.level' | 'requests'

/** The filter of a list from the last run; empty if there was none. */
export function rememberedFilter(preferences: Preferences, list: FilteredList): string {
	const line = preferences.get('filters').find((other) => other.startsWith(`${list}\t`))
	return line?.slice(list.length + 1) ?? ''
}

/** Stores the filter of a list for the next run; an empty one is removed. */
export function rememberFilter(preferences: Preferences, list: FilteredList, text: string): void {
	if (rememberedFilter(preferences, list) === text) return
	const others = preferences.get('filters').filter((line) => !line.startsWith(`${list}\t`))
	preferences.set('filters', text === '' ? others : [...others, `${list}\t${text}`])
}
