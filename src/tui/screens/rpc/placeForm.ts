import {
	apiKeyFault,
	type Place,
	type PlaceReport,
	placeNameFault,
	placeUrl,
	probePlace,
} from '../../../client/index.ts'
import { UserError } from '../../../errors/UserError.ts'
import { shownName } from '../../app/names/shownName.ts'
import { unlocked } from '../../app/signing/unlocked.ts'
import { Debounce } from '../../kit/models/Debounce.ts'
import { Form } from '../../kit/overlays/Form.tsx'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { RpcModel } from './RpcModel.ts'

/** Typing rests this long before the address is asked. */
const askAfterMs = 400

/** Typed into the field of a key, it forgets the key that is kept. */
const forget = '-'

/** The form of a new place, or of one that is changed. It asks the address while it is typed and fills in what it found. */
export function placeForm(model: RpcModel, place?: Place): void {
	const { app } = model
	const rest = new Debounce(askAfterMs)
	let asked = ''
	let found: PlaceReport | undefined
	/** The address at which the key was typed: it is sent to no other. */
	let keyedUrl = ''
	let typedKey = ''
	/** What the last answer filled in, which another address takes away again. */
	const filled = { rest: '', evm: '' }
	const keptKey = (url: string): boolean => place?.keyed === true && place.url === url
	const fill = (form: Form, next: typeof filled): void => {
		for (const name of ['rest', 'evm'] as const) {
			const { buffer } = form.field(name)!
			// What the user typed stays.
			if (buffer.text !== filled[name]) continue
			buffer.set(next[name])
			filled[name] = next[name]
		}
	}
	const ask = (form: Form): void => {
		const url = urlOf(form.values.url ?? '')
		const typed = (form.values.key ?? '').trim()
		if (typed !== typedKey) {
			typedKey = typed
			keyedUrl = url ?? ''
		}
		const key = keyedUrl === url && typed !== forget ? typed : ''
		if (url === undefined || `${url} ${key}` === asked) return
		asked = `${url} ${key}`
		const question = asked
		found = undefined
		fill(form, { rest: '', evm: '' })
		rest.run(() => {
			app.attempt(async () => {
				const isKept = key === '' && typed !== forget && keptKey(url) && !model.isLocked
				const kept = isKept ? await model.keyOf({ url, keyed: true }) : undefined
				const report = await probePlace(url, { key: key === '' ? kept : key })
				if (asked !== question) return
				found = report
				fill(form, { rest: report.rest ?? '', evm: report.evm ?? '' })
				app.touch()
			})
		})
	}
	const others = model.places.filter((other) => other.name !== place?.name)
	const beside = (id: 'rest' | 'evm', label: string): ConstructorParameters<typeof Form>[1]['fields'][number] => ({
		id,
		label,
		initial: place?.[id] ?? '',
		placeholder: 'none found at another address',
		visible: () => form.field(id)?.buffer.text !== '' || form.focused === form.field(id),
		validate: (value) => (value.trim() === '' ? undefined : urlFault(value, [])),
	})
	const form: Form = new Form(app, {
		title: place === undefined ? 'Add a place' : `Edit ${shownName(place.name)}`,
		action: 'save',
		fields: [
			{
				id: 'url',
				label: 'address',
				initial: place?.url ?? '',
				placeholder: 'http://127.0.0.1:26657, or that of a REST or EVM server',
				validate: (value) => urlFault(value, others),
				hint: (value) => (urlOf(value) === undefined ? '' : found === undefined ? '◌ asking it' : foundWords(found)),
			},
			{
				id: 'name',
				label: 'name',
				initial: place?.name ?? '',
				placeholder: 'its host',
				validate: (value) => (value.trim() === '' ? undefined : placeNameFault(value, others)),
				hint: () => (found === undefined ? '' : offerWords(found)),
			},
			{
				id: 'key',
				label: 'x-api-key',
				kind: 'secret',
				placeholder: place?.keyed === true ? `kept in your keyring; ${forget} forgets it` : 'only where one is needed',
				validate: (value) => apiKeyFault(value),
				hint: (value) => {
					if (value !== '' && value !== forget) return 'goes to that address only, and is kept in your keyring'
					return found?.needsKey === true ? 'this address wants one' : ''
				},
			},
			beside('rest', 'REST'),
			beside('evm', 'EVM'),
		],
		changed: ask,
		submit: (values) => {
			const url = placeUrl(values.url ?? '')
			const key = (values.key ?? '').trim()
			const save = (): void => app.attempt(() => keep(url, key, values))
			if (key !== '') unlocked(app, save)
			else save()
		},
	})
	const keep = async (url: string, key: string, values: Readonly<Record<string, string>>): Promise<void> => {
		const { name = '' } = values
		const keys = app.client?.keys
		const isNewKey = key !== '' && key !== forget
		if (isNewKey) await keys?.setApiKey(url, key)
		// A key stays with its address.
		if (place?.keyed === true && !isNewKey && (key === forget || place.url !== url) && keys?.isLocked() === false) {
			await keys.setApiKey(place.url, undefined)
		}
		const report = found?.url === url && found.fault === '' ? found : undefined
		const [restUrl, evmUrl] = [values.rest, values.evm].map((text = '') =>
			text.trim() === '' ? undefined : placeUrl(text),
		)
		const made: Place = {
			name: name.trim() === '' ? freeName(new URL(url).hostname, others) : name.trim(),
			url,
			chainId: report?.chainId ?? (place?.url === url ? place.chainId : ''),
			standBy: place?.standBy ?? false,
			keyed: isNewKey || (keptKey(url) && key !== forget),
			speaks: report?.speaks ?? place?.speaks ?? 'rpc',
			...(restUrl === undefined ? {} : { rest: restUrl }),
			...(evmUrl === undefined ? {} : { evm: evmUrl }),
		}
		const wasUsed = place !== undefined && place.url === model.used
		model.save(
			place === undefined ? [...others, made] : model.places.map((other) => (other.name === place.name ? made : other)),
		)
		form.close()
		if (report !== undefined) model.learn(made.name, report)
		model.list.select(made.name)
		app.toast('good', `${made.name} is saved`)
		if (wasUsed) app.switchNode(made.url)
		else await model.look()
	}
	app.show(form)
	if (place !== undefined) ask(form)
}

/** What stands under the address: `✓ node 0.34.15 · chain-localnet · block 1,204`. */
function foundWords({ needsKey, fault, kind, chainId, height }: PlaceReport): string {
	if (needsKey) return 'it answers, but wants a key'
	if (fault !== '') return `✗ ${safeText(fault, 120)}`
	return `✓ ${[kind, chainId, `block ${grouped(height)}`].map((part) => safeText(part, 60)).join(' · ')}`
}

/** What stands under the name: `uchain · chain1… · rpc rest 9 evm archive`. */
function offerWords({ denom, prefix, offers }: PlaceReport): string {
	const parts = [denom, prefix === '' ? '' : `${prefix}1…`, offers.join(' ')]
	return parts
		.filter((part) => part !== '')
		.map((part) => safeText(part, 60))
		.join(' · ')
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
