import { toBase64, toHex } from '../../../util/bytes.ts'
import { breakCells, wrapCells } from '../../kit/text/cells.ts'
import { jsonRows, parseJson } from '../../kit/text/jsonRows.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { RowSpace, Theme } from '../../kit/theme/Theme.ts'
import type { ConverterModel, ResultView } from './ConverterModel.ts'
import { type Conversion, protoOf } from './conversion.ts'

/** Rows of the result in the chosen view. */
export function resultRows(
	conversion: Conversion | undefined,
	view: ResultView,
	{ theme, width }: RowSpace,
): readonly string[] {
	const proto = protoOf(conversion)
	if (conversion === undefined) return []
	if (conversion.direction === 'none') return [theme.muted('Nothing to show: see the first ✗ of the checklist.')]
	if (view === 'sign') return signRows(conversion, theme, width)
	if (view === 'bytes') {
		if (proto === undefined) return [theme.muted('It cannot be converted: see the first ✗ of the checklist.')]
		return [
			`${theme.muted('size')}  ${grouped(proto.bytes.length)} bytes`,
			...labelled('hash', proto.hash),
			...labelled('base64', toBase64(proto.bytes)),
			...labelled('hex', toHex(proto.bytes)),
		]
	}
	if (conversion.direction === 'backward') {
		const { json, reasons } = conversion.form
		return [
			...reasons.flatMap((reason) => wrapCells(safeText(reason, 600), width)).map((line) => theme.warn(line)),
			...(json === undefined ? [] : jsonRows(parseJson(json), theme, width)),
		]
	}
	if (proto === undefined) return [theme.muted('It cannot be converted: see the first ✗ of the checklist.')]
	return jsonRows(parseJson(proto.json), theme, width)

	function labelled(label: string, text: string): readonly string[] {
		return ['', theme.muted(label), ...breakCells(text, width)]
	}
}

/** The sign document of each signer with its SHA-256. */
function signRows(conversion: Conversion, theme: Theme, width: number): readonly string[] {
	if (conversion.direction !== 'forward') {
		return [theme.muted('Paste a legacy transaction to see its sign document.')]
	}
	const { signers } = conversion.analysis
	if (signers.length === 0) return [theme.muted('There is no signature.')]
	return signers.flatMap(({ address, signDoc, signDocSha256, text }) => [
		theme.strong(safeText(address ?? 'signer without a key', 120)),
		...wrapCells(safeText(text, 600), width),
		...(signDoc === undefined || signDocSha256 === undefined
			? [theme.muted('The sign document needs the signer’s account on the chain.')]
			: [
					theme.muted('SHA-256 '),
					...breakCells(signDocSha256, width),
					theme.muted('document to sign, with Go’s escaping, keys sorted'),
					...breakCells(safeText(signDoc, 65_536), width),
				]),
		'',
	])
}

/** The text that `y` copies: that of the shown view. */
export function resultText(model: ConverterModel): { readonly text: string; readonly what: string } | undefined {
	const { conversion, proto, view } = model
	if (view === 'sign' && conversion?.direction === 'forward') {
		const doc = conversion.analysis.signers.find(({ signDoc }) => signDoc !== undefined)?.signDoc
		return doc === undefined ? undefined : { text: doc, what: 'sign document' }
	}
	if (proto === undefined) return undefined
	if (view === 'bytes') return { text: toBase64(proto.bytes), what: 'bytes in base64' }
	if (conversion?.direction === 'backward') {
		const { json } = conversion.form
		return json === undefined ? undefined : { text: json, what: 'legacy transaction' }
	}
	return { text: proto.json, what: 'transaction JSON' }
}
