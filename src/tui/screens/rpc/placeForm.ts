import { type Place, type PlaceReport, placeNameFault, placeUrl, probePlace } from '../../../client/index.ts'
import { UserError } from '../../../errors/UserError.ts'
import { Debounce } from '../../kit/models/Debounce.ts'
import { Form } from '../../kit/overlays/Form.tsx'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { RpcModel } from './RpcModel.ts'

/** Typing rests this long before the address is asked. */
const askAfterMs = 400

/** The form of a new place, or of one that is changed. It asks the address while it is typed and says what it found. */
export function placeForm(model: RpcModel, place?: Place): void {
	const { app } = model
	const rest = new Debounce(askAfterMs)
	let asked = ''
	let found: PlaceReport | undefined
	const ask = (form: Form): void => {
		const url = urlOf(form.values.url ?? '')
		if (url === undefined || url === asked) return
		asked = url
		found = undefined
		rest.run(() => {
			app.attempt(async () => {
				const report = await probePlace(url)
				if (asked !== url) return
				found = report
				app.touch()
			})
		})
	}
	const others = model.places.filter((other) => other.name !== place?.name)
	const form: Form = new Form(app, {
		title: place === undefined ? 'Add a place' : `Edit ${safeText(place.name, 40)}`,
		action: 'save',
		fields: [
			{
				id: 'url',
				label: 'address',
				kind: 'text',
				initial: place?.url ?? '',
				placeholder: 'http://127.0.0.1:26657, or that of a REST or EVM server',
				validate: (value) => urlFault(value, others),
				hint: (value) => (urlOf(value) === undefined ? '' : found === undefined ? '◌ asking it' : foundWords(found)),
			},
			{
				id: 'name',
				label: 'name',
				kind: 'text',
				initial: place?.name ?? '',
				placeholder: 'its host',
				validate: (value) => (value.trim() === '' ? undefined : placeNameFault(value, others)),
			},
		],
		changed: ask,
		submit: ({ url = '', name = '' }) => {
			const address = placeUrl(url)
			const made: Place = {
				name: name.trim() === '' ? freeName(new URL(address).hostname, others) : name.trim(),
				url: address,
				chainId: found?.url === address ? found.chainId : (place?.chainId ?? ''),
				standBy: place?.standBy ?? false,
			}
			const wasUsed = place !== undefined && place.url === model.used
			model.save(
				place === undefined
					? [...others, made]
					: model.places.map((other) => (other.name === place.name ? made : other)),
			)
			form.close()
			model.list.select(made.name)
			app.toast('good', `${made.name} is saved`)
			if (wasUsed && made.url !== place.url) app.switchNode(made.url)
			else void model.look()
		},
	})
	app.show(form)
	if (place !== undefined) ask(form)
}

/** What stands under the address: `✓ node 0.34.15 · chain-localnet · block 1,204 · rpc rest 9`. */
function foundWords(report: PlaceReport): string {
	if (report.needsKey) return 'it wants a key'
	if (report.fault !== '') return `✗ ${safeText(report.fault, 120)}`
	const parts = [report.kind, report.chainId, `block ${grouped(report.height)}`, report.offers.join(' ')]
	return `✓ ${parts.map((part) => safeText(part, 60)).join(' · ')}`
}

function urlOf(text: string): string | undefined {
	try {
		return text.trim() === '' ? undefined : placeUrl(text)
	} catch (error) {
		if (error instanceof UserError) return undefined
		throw error
	}
}

function urlFault(text: string, others: readonly Place[]): string | undefined {
	try {
		const url = placeUrl(text)
		const same = others.find((other) => other.url === url)
		return same === undefined ? undefined : `that is ${same.name}`
	} catch (error) {
		if (error instanceof UserError) return [error.message, error.next].join(' ')
		throw error
	}
}

function freeName(host: string, others: readonly Place[]): string {
	let name = host
	for (let number = 2; others.some((other) => other.name === name); number++) name = `${host} ${number}`
	return name
}
