import type { AbiParameter } from 'viem'

/** A value with its type as an ABI names it. */
export interface EvmValue {
	readonly name: string
	readonly type: string
	/** Display text: whole numbers without separators, addresses 0x, lists as `[…]`, tuples as `(…)`. */
	readonly text: string
}

/** Values as viem decodes them, each with its name and type, in words. */
export function evmValues(parameters: readonly AbiParameter[], values: readonly unknown[]): readonly EvmValue[] {
	return parameters.map((parameter, index) => ({
		name: parameter.name ?? '',
		type: typeOf(parameter),
		text: valueText(values[index], parameter),
	}))
}

/** The type as a signature has it: `(address,uint256)[]` of a list of tuples. */
export function typeOf(parameter: AbiParameter): string {
	if (!parameter.type.startsWith('tuple')) return parameter.type
	const members = 'components' in parameter ? parameter.components : []
	return `(${members.map(typeOf).join(',')})${parameter.type.slice('tuple'.length)}`
}

/** `transfer(address,uint256)`. */
export function signatureOf(item: { readonly name: string; readonly inputs: readonly AbiParameter[] }): string {
	return `${item.name}(${item.inputs.map(typeOf).join(',')})`
}

function valueText(value: unknown, parameter: AbiParameter, inside = false): string {
	const list = /^(.*)\[\d*\]$/.exec(parameter.type)
	if (list && Array.isArray(value)) {
		const entry = { ...parameter, type: list[1] ?? '' }
		return `[${value.map((part) => valueText(part, entry, true)).join(', ')}]`
	}
	if (parameter.type === 'tuple' && typeof value === 'object' && value !== null) {
		const members = 'components' in parameter ? parameter.components : []
		// viem returns a tuple as an object if all members have names, otherwise as a list.
		const parts = Array.isArray(value)
			? value
			: members.map(({ name }) => (value as Record<string, unknown>)[name ?? ''])
		return `(${members.map((member, index) => valueText(parts[index], member, true)).join(', ')})`
	}
	if (typeof value === 'string' && parameter.type === 'string' && inside) return JSON.stringify(value)
	return String(value)
}
