import type { FeeOptions, KeyInfo, MsgInput } from '../../../client/index.ts'
import { collectSignatures } from '../../app/signing/collectSignatures.ts'
import { SignerNeeds } from '../../app/signing/SignerNeeds.ts'
import { sendFromForm } from '../../app/signing/sendFromForm.ts'
import { chosenMembers, memberFields, needsOthers, signerField } from '../../app/signing/signers.ts'
import { unlocked } from '../../app/signing/unlocked.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { Debounce } from '../../kit/models/Debounce.ts'
import { Form } from '../../kit/overlays/Form.tsx'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { greetingLines } from './Batch.ts'
import { sendLines } from './BatchPage.tsx'

/** Typing rests this long before gas is estimated. */
const estimateAfterMs = 200

/**
 * Opens the form of a new greeting. It stays open until the node accepts the transaction. An error is shown under the
 * text, which is never lost, and one key corrects a fee that was too low.
 * @param text Initial text instead of the stored draft.
 */
export function newGreeting(app: TuiApp, text?: string): void {
	const open = (): void => app.show(new GreetingForm(app, text ?? app.preferences.get('draft')).form)
	unlocked(app, open, { orNew: true })
}

/** The form with what it learned meanwhile: estimate, required fee. */
class GreetingForm {
	readonly form: Form
	readonly #app: TuiApp
	readonly #needs: SignerNeeds
	#options = false
	#estimate = ''
	readonly #estimating = new Debounce(estimateAfterMs)
	#requiredFee = ''
	#sent = false

	constructor(app: TuiApp, text: string) {
		this.#app = app
		this.#needs = new SignerNeeds(app, () => this.form)
		const advanced = { visible: () => this.#options } as const
		this.form = new Form(app, {
			title: 'New greeting',
			action: 'send',
			focus: 'text',
			fields: [
				signerField(app, this.#needs),
				...memberFields(app, () => this.form.field('from')?.value ?? ''),
				{
					id: 'text',
					label: 'text',
					kind: 'multiline',
					rows: 3,
					initial: text,
					placeholder: 'what do you want to say?',
					validate: (value) => (value.trim() === '' ? 'must provide a greeting message' : undefined),
					hint: (value) => this.#hint(value),
				},
				{
					id: 'as',
					label: 'send',
					kind: 'choice',
					choices: [
						{ value: 'one', label: 'one greeting of several lines' },
						{ value: 'lines', label: 'each line as a greeting of its own' },
					],
					visible: () => this.#lines > 1,
					hint: (value) => (value === 'lines' ? `${grouped(this.#lines)} transactions in one stream` : ''),
				},
				{ ...advanced, id: 'fee', label: 'fee', placeholder: 'what the node asks for', validate: checkFee },
				{ ...advanced, id: 'gas', label: 'gas', placeholder: 'by simulation', validate: checkGas },
				{ ...advanced, id: 'memo', label: 'memo', placeholder: 'none' },
			],
			changed: () => this.#changed(),
			// Lines that come from elsewhere at once are greetings, those that are typed one after the other one greeting.
			pasted: (pasted, field) => {
				if (field.options.id !== 'text' || field.value.trim() !== '') return
				this.form.field('as')?.choose(greetingLines(pasted).length > 1 ? 'lines' : 'one')
			},
			closed: (form) => {
				this.#estimating.cancel()
				app.preferences.set('draft', this.#sent ? '' : (form.field('text')?.value ?? ''))
			},
			commands: () => [
				this.#needs.command(),
				{
					id: 'greeting-form.newline',
					keys: ['ctrl+j'],
					title: 'new line',
					description: 'Start a new line in the text.',
					group: 'Form',
					footer: 2,
					run: () => this.form.field('text')?.buffer.insert('\n'),
				},
				{
					id: 'greeting-form.options',
					keys: ['ctrl+o'],
					title: this.#options ? 'fewer options' : 'options',
					description: 'Show or hide fee, gas and memo.',
					group: 'Form',
					footer: 3,
					run: () => {
						this.#options = !this.#options
					},
				},
				{
					id: 'greeting-form.retry',
					keys: ['ctrl+r'],
					title: `retry with ${this.#requiredFee}`,
					description: 'Send again with the fee the node asked for.',
					group: 'Form',
					...(this.#requiredFee === '' ? {} : { footer: 0 }),
					enabled: () => this.#requiredFee !== '' || 'the node has not asked for another fee',
					run: () => {
						this.form.field('fee')?.buffer.set(this.#requiredFee)
						return this.#send(this.form.values, this.#requiredFee)
					},
				},
			],
			submit: (values) => this.#send(values),
		})
		this.#changed()
	}

	get #lines(): number {
		return greetingLines(this.form.field('text')?.value ?? '').length
	}

	#hint(value: string): string {
		if (value === '') return 'Enter sends, Ctrl-J starts a new line'
		return `${counted(Buffer.byteLength(value), 'byte')}${this.#estimate}`
	}

	#changed(): void {
		this.#estimating.cancel()
		this.#requiredFee = ''
		this.#needs.look()
		const { from = '', text = '' } = this.form.values
		if (text.trim() === '' || from === '') {
			this.#estimate = ''
			return
		}
		this.#estimating.run(() => void this.#ask(from, text))
	}

	async #ask(from: string, text: string): Promise<void> {
		const { client, state } = this.#app
		const owner = state.keys.find((key) => key.name === from)?.address ?? ''
		// Of several transactions the longest is the dearest.
		const lines = this.form.values.as === 'lines' ? greetingLines(text) : [text]
		const longest = lines.reduce((one, other) => (Buffer.byteLength(other) > Buffer.byteLength(one) ? other : one))
		try {
			const { gas, fee } = await client!.estimate(from, messagesOf(longest, owner))
			const [each, most] = lines.length > 1 ? ['each: ', 'up to'] : ['', 'about']
			this.#estimate = ` · ${each}gas ${most} ${grouped(gas)} · fee ${each && `${most} `}${this.#app.amounts.text(fee)}`
		} catch (error) {
			this.#estimate = ' · gas not known yet'
			this.#app.logError(error)
		}
		this.#app.touch()
	}

	#send(values: Readonly<Record<string, string>>, fee = values.fee ?? ''): void | Promise<void> {
		const { from = '', text = '', gas = '', memo = '' } = values
		const client = this.#app.client!
		const members = chosenMembers(values, from)
		const options = {
			...(fee.trim() === '' ? {} : { fee: fee.trim() }),
			...(gas.trim() === '' ? {} : { gas: BigInt(gas.trim().replaceAll(/[,_]/g, '')) }),
			...(memo === '' ? {} : { memo }),
			...(members.length === 0 ? {} : { members }),
		}
		this.#app.preferences.set('key', from)
		const key = this.#app.state.keys.find(({ name }) => name === from)
		if (key !== undefined && needsOthers(this.#app, key)) return this.#collect(key, text, options)
		if (values.as === 'lines' && key !== undefined) {
			this.#sent = true
			this.form.close()
			sendLines(this.#app, from, text)
			return
		}
		const again = (changed: FeeOptions) => client.createGreeting(from, text, changed)
		sendFromForm(
			this.#app,
			this.form,
			{ kind: 'greeting', label: text, key: from, options, again },
			(progress) => {
				this.#needs.refused(progress)
				this.#requiredFee = progress.requiredFee ?? ''
				const next = this.#requiredFee === '' ? progress.next : `Ctrl-R retries with ${this.#requiredFee}`
				this.form.fail(progress.problem, next, 'text')
			},
			() => {
				this.#sent = true
			},
		)
	}

	/** Continues with the page that collects other signatures. The draft is kept until the node takes the transaction. */
	async #collect(key: KeyInfo, label: string, { members = [], ...options }: FeeOptions): Promise<void> {
		const messages = messagesOf(label, key.address)
		const sent = (): void => this.#app.preferences.set('draft', '')
		await collectSignatures(this.#app, { kind: 'greeting', label, key, messages, options, members, sent })
		this.form.close()
	}
}

function messagesOf(message: string, owner: string): readonly MsgInput[] {
	return [{ typeUrl: '/chain.greet.v1beta1.MsgCreateGreet', value: { message, owner } }]
}

function checkFee(value: string): string | undefined {
	return value.trim() === '' || /^\d+[a-zA-Z][a-zA-Z0-9/]*$/.test(value.trim())
		? undefined
		: 'an amount with its unit, such as 600uchain'
}

function checkGas(value: string): string | undefined {
	return value.trim() === '' || /^\d[\d,_]*$/.test(value.trim()) ? undefined : 'a whole number, such as 120000'
}
