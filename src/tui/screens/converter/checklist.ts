import type { SignerCheck, SimulatedTx, StdTxAnalysis, TxProgress } from '../../../client/index.ts'
import type { Conversion } from './conversion.ts'

/** One step of the checklist, with untrusted text. */
export interface Step {
	/** `waiting`: an earlier step stopped the list. */
	readonly state: 'ok' | 'bad' | 'note' | 'waiting'
	readonly title: string
	readonly text: string
	readonly next?: string
}

/** The steps from a pasted text to a transaction that can be sent. All after the first that fails wait for it. */
export function checklist(conversion: Conversion | undefined, sent?: TxProgress): readonly Step[] {
	const steps = stepsOf(conversion)
	const first = steps.findIndex(({ state }) => state === 'bad')
	const shown =
		first === -1
			? steps
			: steps.map((step, index): Step => (index > first ? { state: 'waiting', title: step.title, text: '' } : step))
	return sent === undefined ? shown : [...shown, sentStep(sent)]
}

/** The first step that stops the conversion. */
export function stopOf(steps: readonly Step[]): Step | undefined {
	return steps.find(({ state }) => state === 'bad')
}

function stepsOf(conversion: Conversion | undefined): readonly Step[] {
	if (conversion === undefined) return waiting(...forwardTitles)
	if (conversion.direction === 'forward') return forwardSteps(conversion.analysis, conversion.simulated)
	if (conversion.direction === 'backward') {
		const { form, bytes, simulated, hash } = conversion
		const { reasons, json } = form
		const hasLegacy = json !== undefined
		return [
			{ state: 'ok', title: 'decodes', text: `${bytes.length} bytes of a protobuf transaction` },
			{
				state: hasLegacy ? 'ok' : 'note',
				title: 'legacy form',
				text: hasLegacy ? 'there is one' : 'there is none',
			},
			...reasons.map((text): Step => ({ state: 'note', title: 'lost', text })),
			runStep(simulated),
			{ state: 'ok', title: 'hash', text: hash },
		]
	}
	const { message, why, next } = conversion.error
	return [
		{ state: 'bad', title: 'decodes', text: why === '' ? message : `${message} ${why}`, next },
		...waiting(...forwardTitles.slice(1)),
	]
}

const forwardTitles = [
	'decodes',
	'form',
	'fee',
	'signer known',
	'sequence',
	'sign document',
	'signature',
	'runs',
	'hash',
]

function waiting(...titles: readonly string[]): readonly Step[] {
	return titles.map((title) => ({ state: 'waiting', title, text: '' }))
}

function forwardSteps(analysis: StdTxAnalysis, simulated: SimulatedTx | undefined): readonly Step[] {
	const { form, mode, tx, converted } = analysis
	const how = { body: `a body of POST /txs, mode ${mode ?? 'none'}`, bare: 'a StdTx', wrapped: 'a StdTx with its type' }
	const messages = tx.msgs.length === 1 ? '1 message' : `${tx.msgs.length} messages`
	return [
		{ state: 'ok', title: 'decodes', text: `${how[form]}, ${messages}` },
		...formSteps(analysis),
		feeStep(analysis),
		...analysis.signers.flatMap((signer, index) =>
			signerSteps(signer, analysis.signers.length > 1 ? index : undefined),
		),
		...(simulated === undefined ? waiting('runs') : [runStep(simulated)]),
		...(converted === undefined ? waiting('hash') : [{ state: 'ok', title: 'hash', text: converted.hash } as const]),
	]
}

/** Faults of the transaction itself, apart from fee and signatures, which have their own steps. */
function formSteps({ checks, signers }: StdTxAnalysis): readonly Step[] {
	const said = new Set(signers.map(({ address, text }) => `${address ?? 'signature'}: ${text}`))
	const own = checks.filter(({ text }) => !said.has(text) && !text.startsWith('The fee is'))
	if (own.length === 0) return [{ state: 'ok', title: 'form', text: 'as POST /txs takes it' }]
	return own.map(({ state, text }) => ({
		state: state === 'problem' ? 'bad' : 'note',
		title: 'form',
		text,
	}))
}

function feeStep({ fee }: StdTxAnalysis): Step {
	const given = fee.given === '' ? 'none' : fee.given
	if (fee.required === '') return { state: 'ok', title: 'fee', text: `${given}; the node asks for none` }
	if (fee.isEnough) return { state: 'ok', title: 'fee', text: `${given}, ${fee.required} asked for` }
	return {
		state: 'bad',
		title: 'fee',
		text: `${given} is too low, .fee.amount must be ${fee.required}: refused with code 13`,
		next: 'The fee is signed: raise it and sign again.',
	}
}

function signerSteps(signer: SignerCheck, index: number | undefined): readonly Step[] {
	const which = index === undefined ? '' : ` ${index + 1}`
	const place = `.signatures[${index ?? 0}]`
	const { address, accountNumber, sequence, verdict, state, text, signDocSha256 } = signer
	const known: Step =
		address === undefined
			? { state: 'bad', title: `signer known${which}`, text: `${place}.pub_key: ${text}` }
			: accountNumber === undefined
				? {
						state: state === 'problem' ? 'bad' : 'note',
						title: `signer known${which}`,
						text: `${address}: ${text}`,
						next: 'Send it some coins first, so that the chain has an account for it.',
					}
				: { state: 'ok', title: `signer known${which}`, text: `${address}, account ${accountNumber}` }
	const signature: Step = {
		state: verdict === 'valid' ? 'ok' : state === 'problem' ? 'bad' : 'note',
		title: `signature${which}`,
		text: verdict === 'valid' ? text : `${place}: ${text}`,
		...(verdict === 'valid' ? {} : { next: nextFor(verdict) }),
	}
	return [
		known,
		sequence === undefined
			? { state: 'waiting', title: `sequence${which}`, text: '' }
			: { state: 'ok', title: `sequence${which}`, text: `${sequence}, from the chain` },
		signDocSha256 === undefined
			? { state: 'waiting', title: `sign document${which}`, text: '' }
			: { state: 'ok', title: `sign document${which}`, text: `SHA-256 ${signDocSha256}` },
		signature,
	]
}

function nextFor(verdict: SignerCheck['verdict']): string {
	switch (verdict) {
		case 'wrongSequence':
		case 'undefinedNumber':
		case 'wrongAccountNumber':
			return 'Read account number and sequence again and sign again; v shows the document to sign.'
		case 'wrongChainId':
			return 'Sign for the chain id of this node.'
		case 'unescapedHtml':
			return 'Escape < > & as \\u003c \\u003e \\u0026 before signing, as Go does.'
		case 'highS':
			return 'Normalise the signature to its low S form.'
		default:
			return 'Sign the document that v shows with the key of the signer.'
	}
}

function runStep(simulated: SimulatedTx): Step {
	if ('gasUsed' in simulated) {
		return { state: 'ok', title: 'runs', text: `in simulation, with about ${simulated.gasUsed} gas` }
	}
	return { state: 'bad', title: 'runs', text: simulated.log, next: 'The chain refuses the messages: correct them.' }
}

function sentStep(progress: TxProgress): Step {
	const title = 'sent'
	switch (progress.state) {
		case 'signing':
			return { state: 'note', title, text: 'on its way' }
		case 'in-mempool':
			return { state: 'note', title, text: 'in the mempool' }
		case 'committed':
			return { state: 'ok', title, text: `in block ${progress.height}, gas ${progress.gasUsed}` }
		case 'failed':
			return { state: 'bad', title, text: [progress.problem, progress.log].join(' '), next: progress.next }
	}
}
