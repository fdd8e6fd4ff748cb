import type { FeeOptions, KeyInfo } from '../../../client/index.ts'
import { bech32OfAny } from '../../../codec/address/anyAddress.ts'
import { parseAmount, unitName } from '../../app/format/coins.ts'
import { addressProblem } from '../../app/names/addressForms.ts'
import { shownName } from '../../app/names/shownName.ts'
import { collectSignatures } from '../../app/signing/collectSignatures.ts'
import { SignerNeeds } from '../../app/signing/SignerNeeds.ts'
import { sendFromForm } from '../../app/signing/sendFromForm.ts'
import { chosenMembers, memberFields, needsOthers } from '../../app/signing/signers.ts'
import { unlocked } from '../../app/signing/unlocked.ts'
import { Form } from '../../kit/overlays/Form.tsx'
import type { KeysModel } from './KeysModel.ts'

/** Sends coins from the selected key. Like a greeting, the form stays until the node has taken the transaction. */
export function sendCoins(model: KeysModel): void {
	const { app, selected } = model
	if (selected === undefined) return
	unlocked(app, () => app.show(sendForm(model, selected)))
}

function sendForm(model: KeysModel, key: KeyInfo): Form {
	const { app } = model
	const { name, address } = key
	const denom = app.denom
	const prefix = app.prefix
	/** Converts a name or either address form to bech32; other text stays. */
	const receiver = (text: string): string => {
		const known = app.state.keys.find((key) => key.name === text.trim())?.address
		if (known !== undefined) return known
		return addressProblem(text, prefix) === undefined ? bech32OfAny(text.trim(), prefix) : text.trim()
	}
	const needs = new SignerNeeds(app, () => form)
	const form: Form = new Form(app, {
		commands: () => [needs.command(key)],
		title: `Send from ${shownName(name)}`,
		action: 'send',
		fields: [
			{
				id: 'to',
				label: 'to',
				placeholder: `a name of yours, ${prefix}1… or 0x…`,
				validate: (value) => {
					if (value.trim() === '') return 'who gets the coins?'
					const problem = addressProblem(receiver(value), prefix)
					if (problem === undefined) return undefined
					return /^0x/i.test(value.trim()) || value.trim().startsWith(`${prefix}1`)
						? problem
						: `neither a key of yours nor an address (${prefix}1… or 0x…)`
				},
				hint: (value) => (receiver(value) === value.trim() ? '' : receiver(value)),
			},
			{
				id: 'amount',
				label: 'amount',
				placeholder: `5 or 5 ${unitName(denom)} or 5000000${denom}`,
				validate: (value) =>
					parseAmount(value, denom) === undefined ? `an amount such as 5 ${unitName(denom)}` : undefined,
				hint: (value) => {
					const coin = parseAmount(value, denom)
					return coin === undefined
						? needs.hint(key) || `you have ${app.amounts.coins(model.balances.get(address) ?? [])}`
						: app.amounts.both(coin)
				},
			},
			{ id: 'memo', label: 'memo', placeholder: 'none' },
			...memberFields(app, () => name),
		],
		submit: async (values) => {
			const { to = '', amount = '', memo = '' } = values
			const coin = parseAmount(amount, denom)
			if (coin === undefined) return
			const members = chosenMembers(values, name)
			const label = `${app.amounts.coin(coin)} to ${app.shortName(receiver(to), 20)}`
			const fees = memo === '' ? {} : { memo }
			if (needsOthers(app, key)) {
				const value = { fromAddress: address, toAddress: receiver(to), amount: [coin] }
				const messages = [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }]
				await collectSignatures(app, { kind: 'send', label, key, messages, options: fees, members })
				form.close()
				return
			}
			const options = members.length === 0 ? fees : { ...fees, members }
			const again = (changed: FeeOptions) => model.client.send(name, receiver(to), [coin], changed)
			sendFromForm(app, form, { kind: 'send', label, key: name, options, again }, (progress) => {
				needs.refused(progress, key)
				form.fail(progress.problem, progress.next)
			})
		},
	})
	needs.look(key)
	return form
}
