import type { AbiParameter } from '../../../client/index.ts'
import { parseEvmAmount } from '../../../codec/coins/evmAmount.ts'
import { typeOf } from '../../../codec/evm/evmValues.ts'
import { argumentProblem } from '../../../codec/evm/parseArgument.ts'
import { ChainError } from '../../../errors/ChainError.ts'
import { unitName } from '../../app/format/coins.ts'
import { shownName } from '../../app/names/shownName.ts'
import type { SignerNeeds } from '../../app/signing/SignerNeeds.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import type { FieldOptions } from '../../kit/models/FormField.ts'
import { safeText } from '../../kit/text/safeText.ts'

/** A field for each argument of a function or constructor, checked as it is typed. */
export function argumentFields(app: TuiApp, inputs: readonly AbiParameter[]): readonly FieldOptions[] {
	const prefix = app.prefix
	return inputs.map((input, index): FieldOptions => {
		// Compilers’ habit of a trailing `_` is no part of the name.
		const label = safeText(input.name?.replace(/_+$/, '') || `${index + 1}`, 20)
		const type = typeOf(input)
		if (type === 'bool') {
			const choices = ['false', 'true'].map((value) => ({ value, label: value }))
			return { id: `argument ${index}`, label, kind: 'choice', choices }
		}
		return {
			id: `argument ${index}`,
			label,
			kind: type === 'string' ? 'multiline' : 'text',
			...(type === 'string' ? { rows: 2 } : {}),
			placeholder: placeholderOf(type, prefix),
			validate: (value) => argumentProblem(withKeys(app, value), input, prefix),
			hint: (value) => (withKeys(app, value) === value ? type : withKeys(app, value)),
		}
	})
}

/** The arguments typed into such fields. */
export function argumentsOf(
	app: TuiApp,
	inputs: readonly AbiParameter[],
	values: Readonly<Record<string, string>>,
): readonly string[] {
	return inputs.map((_, index) => withKeys(app, values[`argument ${index}`] ?? ''))
}

/** The coins that go along. */
export function valueField(app: TuiApp): FieldOptions {
	const { denom } = app
	return {
		id: 'value',
		label: 'coins',
		placeholder: `none; or 0.5 ${unitName(denom)}`,
		validate: (text) => {
			try {
				parseEvmAmount(text.trim() === '' ? '0' : text, denom, 'whole')
				return undefined
			} catch (error) {
				if (error instanceof ChainError) return error.log
				throw error
			}
		},
	}
}

/** The amount typed into it, in the EVM's unit. */
export function valueIn(app: TuiApp, text = ''): { readonly value?: bigint } {
	return text.trim() === '' ? {} : { value: parseEvmAmount(text, app.denom, 'whole') }
}

/** The choice of the key that signs: those of Ethereum. */
export function ethSignerField(app: TuiApp, needs: SignerNeeds): FieldOptions {
	return {
		id: 'from',
		label: 'from',
		kind: 'choice',
		initial: app.state.current,
		// A key may be made while the form is open.
		get choices() {
			return needs.keys.map(({ name }) => ({ value: name, label: shownName(name) }))
		},
		validate: () => needs.keyProblem,
		hint: () => needs.keyProblem ?? needs.hint(),
	}
}

/** Replaces the name of a key by its address. */
function withKeys(app: TuiApp, text: string): string {
	const key = app.state.keys.find(({ name }) => name === text.trim())
	return key === undefined ? text : (key.ethAddress ?? key.address)
}

function placeholderOf(type: string, prefix: string): string {
	if (type.endsWith(']')) return '[…, …]'
	if (type.startsWith('(')) return '(…, …)'
	if (type === 'address') return `0x…, ${prefix}1… or a name of yours`
	if (type === 'string') return 'text'
	if (type.startsWith('bytes')) return '0x…'
	return '0, 1_000, 1e18'
}
