import type { KeyInfo } from '../../../client/index.ts'
import type { FieldOptions } from '../../kit/models/FormField.ts'
import { shownName } from '../names/shownName.ts'
import type { TuiApp } from '../TuiApp.ts'
import type { SignerNeeds } from './SignerNeeds.ts'

/** The members of a key: local ones by name, the others as text. A single key is its own only member. */
export function membersOf(
	app: TuiApp,
	key: KeyInfo,
): { readonly here: readonly string[]; readonly elsewhere: readonly string[]; readonly needed: number } {
	const { kind, name, threshold: needed = 1 } = key
	if (kind !== 'multi') return { here: kind === 'local' ? [name] : [], elsewhere: [], needed }
	const here: string[] = []
	const elsewhere: string[] = []
	for (const pubKey of key.members ?? []) {
		const known = app.state.keys.find((other) => other.pubKey === pubKey)
		if (known?.kind === 'local') here.push(known.name)
		else elsewhere.push(known === undefined ? `${pubKey.slice(0, 10)}…` : shownName(known.name))
	}
	return { here, elsewhere, needed }
}

/** Whether a transaction of this key needs signatures of others before it can be sent. */
export function needsOthers(app: TuiApp, key: KeyInfo): boolean {
	const { here, needed } = membersOf(app, key)
	return key.kind === 'multi' && here.length < needed
}

/** The field that chooses the signer. It starts with the current key and says if that one cannot sign. */
export function signerField(
	app: TuiApp,
	needs: SignerNeeds,
	problem: (name: string) => string | undefined = () => undefined,
): FieldOptions {
	const keys = (): readonly KeyInfo[] =>
		app.state.keys.filter((key) => key.kind !== 'watch' || key.name === app.state.current)
	return {
		id: 'from',
		label: 'from',
		kind: 'choice',
		initial: app.state.current,
		// A key may be made while the form is open.
		get choices() {
			return keys().map((key) => {
				if (key.kind === 'acting') return { value: key.name, label: `${app.shortName(key.address, 20)} (acting)` }
				const name = shownName(key.name)
				const words = key.kind === 'multi' ? ` (${key.threshold} of ${key.members?.length} sign)` : ''
				return { value: key.name, label: `${name}${words}` }
			})
		},
		validate: (name) =>
			needs.keyProblem ??
			problem(name) ??
			(keys().find((key) => key.name === name)?.kind === 'watch'
				? 'this key only watches an address and cannot sign: choose another key'
				: undefined),
		hint: (name) =>
			(needs.keyProblem ?? needs.hint()) || (name === app.state.current ? app.amounts.coins(app.state.balances) : ''),
	}
}

/** One field per multisig key, shown while that key is chosen: which of its members sign here. */
export function memberFields(app: TuiApp, from: () => string): readonly FieldOptions[] {
	return app.state.keys
		.filter((key) => key.kind === 'multi')
		.map((key) => {
			const { here, elsewhere, needed } = membersOf(app, key)
			return {
				id: fieldOf(key.name),
				label: 'signed by',
				kind: 'pick',
				choices: here.map((name) => ({ value: name, label: shownName(name) })),
				placeholder: 'this keyring has none of its members',
				visible: () => from() === key.name,
				validate: (value) => {
					const chosen = namesIn(value).length
					if (chosen > needed) return `only ${needed} of them must sign`
					return here.length >= needed && chosen > 0 && chosen < needed
						? `choose ${needed}, or none: then the first ${needed} sign`
						: undefined
				},
				hint: (value) => {
					if (here.length < needed) {
						const count = needed - here.length
						return `${count} more must sign, of ${elsewhere.join(', ')}: Enter saves a file for them`
					}
					const chosen = namesIn(value)
					const signing = chosen.length === 0 ? here.slice(0, needed) : chosen
					return `${signing.map((name) => shownName(name)).join(', ')} · Space chooses`
				},
			}
		})
}

/** The chosen members of a key; empty if the client chooses, or for a single key. */
export function chosenMembers(values: Readonly<Record<string, string>>, from: string): readonly string[] {
	return namesIn(values[fieldOf(from)] ?? '')
}

function fieldOf(name: string): string {
	return `members of ${name}`
}

function namesIn(value: string): readonly string[] {
	return value === '' ? [] : value.split('\n')
}
