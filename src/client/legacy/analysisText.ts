import { toBase64 } from '../../util/bytes.ts'
import type { StdTxAnalysis } from './analyzeStdTx.ts'

const marks = { ok: 'ok', problem: 'PROBLEM', note: 'note' } as const

/** Formats an analysis as text: the checklist, the sign documents, and the converted transaction. */
export function analysisText(analysis: StdTxAnalysis): string {
	const lines = analysis.checks.map(({ state, text }) => `${marks[state]}: ${text}`)
	for (const { address, signDoc, signDocSha256 } of analysis.signers) {
		if (signDoc === undefined) continue
		lines.push('', `Sign document of ${address ?? 'the signer'}:`, signDoc, `SHA-256: ${signDocSha256}`)
	}
	const { converted } = analysis
	if (converted !== undefined) {
		lines.push('', 'Converted:', converted.json, '', `Bytes: ${toBase64(converted.bytes)}`, `Hash: ${converted.hash}`)
	}
	return `${lines.join('\n')}\n`
}

/** Converts an analysis to plain JSON. */
export function analysisJson(analysis: StdTxAnalysis) {
	const { form, mode = null, checks, fee, signers, converted } = analysis
	return {
		form,
		mode,
		checks,
		fee,
		signers: signers.map((signer) => ({
			address: signer.address ?? null,
			account_number: signer.accountNumber?.toString() ?? null,
			sequence: signer.sequence?.toString() ?? null,
			verdict: signer.verdict,
			text: signer.text,
			sign_doc: signer.signDoc ?? null,
			sign_doc_sha256: signer.signDocSha256 ?? null,
		})),
		tx: converted === undefined ? null : (JSON.parse(converted.json) as unknown),
		tx_bytes: converted === undefined ? null : toBase64(converted.bytes),
		txhash: converted?.hash ?? null,
	}
}
