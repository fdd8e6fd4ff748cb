import { grouped } from '../../../../kit/text/numbers.ts'

/** A quantity result as a decimal number: `0x1388 is 5,000`; empty for any other reply. */
export function quantityText(body: unknown): string {
	const result = (body as { readonly result?: unknown } | null)?.result
	// Quantities have no leading zeros: data, such as a hash, is no number.
	if (typeof result !== 'string' || !/^0x(0|[1-9a-f][0-9a-f]{0,31})$/.test(result)) return ''
	return `${result} is ${grouped(BigInt(result))}`
}
