import type { Command } from './Command.ts'
import { formatKey } from './formatKey.ts'

/** The user's key bindings by command id, one or several: `{ "greetings.new": "N", "app.tour": ["f2", "f3"] }`. */
export type KeyOverrides = Readonly<Record<string, string | readonly string[]>>

/** Applies the user's key bindings. A chosen key beats a default one; the command that loses its key is reported. */
export class Keymap {
	readonly #given: Readonly<Record<string, readonly string[]>>
	/** Those of the given keys that are keys; a command without one keeps its own. */
	readonly #overrides: Readonly<Record<string, readonly string[]>>
	/** Lists of commands are created often, mostly without overrides. */
	readonly #isUsual: boolean

	constructor(overrides: KeyOverrides) {
		this.#given = Object.fromEntries(Object.entries(overrides).map(([id, keys]) => [id, [keys].flat()]))
		this.#overrides = Object.fromEntries(
			Object.entries(this.#given).flatMap(([id, keys]) => {
				const usable = keys.map(keyId).filter(isKey)
				return usable.length > 0 || keys.length === 0 ? [[id, usable]] : []
			}),
		)
		this.#isUsual = Object.keys(this.#overrides).length === 0
	}

	/** Commands that can be reached together, with their current keys. */
	apply(commands: readonly Command[]): readonly Command[] {
		if (this.#isUsual) return commands
		const taken = new Set(commands.flatMap(({ id }) => this.#overrides[id] ?? []))
		return commands.map((command) => {
			const chosen = this.#overrides[command.id]
			if (chosen !== undefined) return { ...command, keys: chosen }
			const left = command.keys.filter((key) => !taken.has(key) && !taken.has(firstOf(key)))
			return left.length === command.keys.length ? command : { ...command, keys: left }
		})
	}

	/** Problems of the bindings, a sentence each. @param layers commands reachable together, of a screen or overlay */
	problems(layers: readonly (readonly Command[])[]): readonly string[] {
		const known = new Set(layers.flatMap((commands) => commands.map(({ id }) => id)))
		// Commands of forms and pages exist only while these are open.
		const places = new Set([...known].map(placeOf))
		const said = new Set<string>()
		for (const [id, keys] of Object.entries(this.#given)) {
			if (!known.has(id) && places.has(placeOf(id))) said.add(`There is no command “${id}”.`)
			const stays = this.#overrides[id] === undefined ? ' It keeps its own key.' : ''
			for (const key of keys) if (!isKey(keyId(key))) said.add(`“${key}” of ${id} is not a key.${stays}`)
		}
		for (const commands of layers) {
			const owners = new Map<string, string>()
			for (const { id } of commands) {
				for (const key of this.#overrides[id] ?? []) {
					const owner = owners.get(key)
					if (owner !== undefined && owner !== id)
						said.add(`${formatKey(key)} is assigned to ${owner} and ${id}: ${owner} keeps it.`)
					else owners.set(key, id)
				}
			}
			for (const command of commands) {
				if (this.#overrides[command.id] !== undefined) continue
				for (const key of command.keys) {
					const taken = owners.has(key) ? key : firstOf(key)
					const owner = owners.get(taken)
					if (owner === undefined) continue
					const left = command.keys.filter((other) => !owners.has(other) && !owners.has(firstOf(other))).map(formatKey)
					const still = left.length === 0 ? 'which has no key left' : `which is still on ${left.join(' ')}`
					said.add(`${formatKey(taken)} is ${owner} now, no longer ${command.id}, ${still}.`)
				}
			}
		}
		return [...said]
	}
}

/** `greetings` of `greetings.new`. */
function placeOf(id: string): string {
	return id.split('.')[0] ?? ''
}

/** The first key of a sequence, or the key itself. */
function firstOf(key: string): string {
	return key.split(' ')[0] ?? ''
}

/** The key id of a text: `ctrl-p` is accepted for `ctrl+p`. */
function keyId(text: string): string {
	return text.replaceAll(/\b(ctrl|alt|shift)-(?=.)/gi, (_, name: string) => `${name.toLowerCase()}+`)
}

/** Whether a text is a key id or a sequence of two. */
function isKey(text: string): boolean {
	const keys = text.split(' ')
	return keys.length <= 2 && keys.every(isOneKey)
}

function isOneKey(text: string): boolean {
	const name = text.replace(/^(ctrl\+)?(alt\+)?(shift\+)?(?=.)/, '')
	return [...name].length === 1 ? name !== ' ' : named.test(name)
}

const named =
	/^(enter|esc|tab|space|backspace|delete|insert|up|down|left|right|home|end|pageup|pagedown|f([1-9]|1[0-2]))$/
