import {
	type CurlCall,
	curlLine,
	curlLines,
	type EndpointsApplication,
	type TriedCall,
} from '../../../../client/EndpointsClient.ts'
import { addressFromText } from '../../../../codec/address/address.ts'
import { toHex } from '../../../../util/bytes.ts'
import { beside, panel } from '../../../kit/lines/layout.ts'
import { table } from '../../../kit/lines/table.ts'
import type { Line, View } from '../../../kit/lines/View.ts'
import { ListCursor } from '../../../kit/models/ListCursor.ts'
import { TextScroll } from '../../../kit/models/TextScroll.ts'
import { Form } from '../../../kit/overlays/Form.tsx'
import { breakCells, middle, wrapCells } from '../../../kit/text/cells.ts'
import { jsonRows, parseJson } from '../../../kit/text/jsonRows.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import type { Page, PageActions } from '../Page.ts'
import { accountActions } from '../parts/accountActions.ts'
import { listMovable } from '../parts/listMovable.ts'
import { tryMethods } from '../parts/tryMethods.ts'

/** Calls the endpoint as a client of it would and shows the reply as it came. */
export class TryPage implements Page {
	readonly crumb = 'try it'
	readonly isRead = true
	#reply: { readonly method: string; readonly call: TriedCall } | undefined
	#sending = false
	#seenHash: string | undefined
	/** Parameters changed by hand, by method. */
	readonly #edited = new Map<string, string>()
	readonly #application: EndpointsApplication
	readonly #model: EndpointsModel
	readonly #cursor = new ListCursor(() => tryMethods.length)
	readonly #scroll = new TextScroll()
	readonly movable = listMovable(this.#cursor)

	constructor(model: EndpointsModel, application: EndpointsApplication) {
		this.#model = model
		this.#application = application
	}

	async read(): Promise<void> {}

	actions(): PageActions {
		const { app } = this.#model
		return {
			...accountActions(this.#model),
			open: {
				title: 'call',
				footer: 1,
				can: () => !this.#sending || 'the last call is on its way',
				run: () => this.#send(),
			},
			edit: { title: 'parameters', footer: 2, run: () => this.#editParams() },
			key: {
				title: this.#key === undefined ? 'give a key' : 'another key',
				footer: this.#needsKey ? 0 : 5,
				run: () => this.#askKey(),
			},
			earlier: { title: 'reply up', run: () => this.#scrollBy(-1) },
			later: { title: 'reply down', run: () => this.#scrollBy(1) },
			curl: { footer: 3, run: () => app.copy(this.#curl(), 'curl line') },
			copy: {
				title: 'copy reply',
				footer: 4,
				can: () => this.#reply !== undefined || 'nothing was called yet',
				run: () => app.copy(this.#reply?.call.body ?? '', 'reply'),
			},
		}
	}

	lines(view: View): readonly Line[] {
		const { width, height } = view
		if (view.plain) return [...this.#methods(view), ...this.#call(view)]
		const left = width >= 110 ? 56 : Math.min(42, Math.floor(width * 0.45))
		return beside([
			{ lines: this.#methods(view.part(0, 0, left, height)), width: left },
			{ lines: this.#call(view.part(left + 1, 0, width - left - 1, height)), width: width - left - 1 },
		])
	}

	get #method(): string {
		return tryMethods[this.#cursor.selected]?.name ?? ''
	}

	/** JSON text of the parameters. */
	get #params(): string {
		const edited = this.#edited.get(this.#method)
		if (edited !== undefined) return edited
		return (tryMethods[this.#cursor.selected]?.params ?? '[]')
			.replaceAll('{address}', this.#address)
			.replaceAll('{hash}', this.#blockHash)
	}

	get #key(): string | undefined {
		return this.#model.freshKeys.get(this.#application.id)
	}

	get #needsKey(): boolean {
		return this.#application.keyRequired && this.#key === undefined
	}

	/** The current key's address in the spelling of Ethereum; zeros without one. */
	get #address(): string {
		const { app } = this.#model
		const key = app.state.keys.find(({ name }) => name === app.state.current)
		try {
			const prefix = app.state.status?.settings.prefix ?? 'chain'
			return `0x${toHex(addressFromText(key?.address ?? '', prefix))}`
		} catch {
			return `0x${'0'.repeat(40)}`
		}
	}

	/** A block hash one has seen in a reply, else zeros. */
	get #blockHash(): string {
		return this.#seenHash ?? `0x${'0'.repeat(64)}`
	}

	#methods(view: View): readonly Line[] {
		return panel(view, { title: 'Methods', active: true }, (inside) =>
			table(inside, {
				header: false,
				cursor: this.#cursor,
				count: tryMethods.length,
				columns: [
					{ title: 'method', width: 'flex' },
					{ title: 'about', width: 16, from: 46 },
				],
				row: (index) => [
					middle(tryMethods[index]!.name, inside.width - (inside.width >= 49 ? 21 : 3)),
					view.theme.muted(tryMethods[index]!.about),
				],
				empty: [],
				onOpen: () => this.#send(),
			}),
		)
	}

	#call(view: View): readonly Line[] {
		const { theme, width, height } = view
		const inner = width - 4
		const head = [
			theme.muted('parameters'),
			...breakCells(safeText(this.#params, 4_000), inner),
			'',
			theme.muted('as a curl line'),
			...curlLines(this.#callLine()).flatMap((line) => breakCells(safeText(line, 8_000), inner)),
		]
		const top = Math.min(head.length + 2, Math.floor(height / 2))
		const reply = this.#replyLines(view, inner)
		const shown = view.plain ? reply : this.#scroll.window(reply, height - top - 2)
		const { remark } = this.#scroll
		return [
			...panel(view.part(0, 0, width, top), { title: this.#method }, () => head),
			...panel(
				view.part(0, top, width, height - top),
				{ title: 'Reply', remark: remark === '' ? '' : `← → ${remark}` },
				() => shown,
			),
		]
	}

	#replyLines(view: View, width: number): readonly Line[] {
		const { theme } = view
		const reply = this.#reply
		if (this.#sending) return [theme.accent('◌ calling')]
		const hint = this.#needsKey
			? wrapCells('This endpoint needs a key. Keys are not kept: K takes one for this console.', width).map(theme.warn)
			: reply === undefined
				? [theme.muted('⏎ calls the endpoint.')]
				: []
		if (reply === undefined) return hint
		const { status, ms, body } = reply.call
		return [
			...hint,
			...wrapCells(
				`${status < 400 ? '✓' : '✗'} status ${status} · ${ms.toFixed(1)} ms · ${safeText(reply.method, 60)}`,
				width,
			).map(status < 400 ? theme.good : theme.bad),
			...jsonRows(parseJson(body), theme, width),
		]
	}

	#curl(): string {
		return curlLine(this.#callLine())
	}

	#callLine(): CurlCall {
		const call = { url: this.#application.url, method: this.#method, params: paramsOf(this.#params) ?? [] }
		return this.#application.keyRequired ? call : { ...call, key: 'none' }
	}

	#scrollBy(pages: number): void {
		this.#scroll.page(pages)
		this.#model.app.touch()
	}

	async #send(): Promise<void> {
		if (this.#sending) return
		const method = this.#method
		const key = this.#key
		this.#sending = true
		this.#model.app.touch()
		try {
			const call = await this.#model.client.tryCall({
				url: this.#application.url,
				method,
				params: paramsOf(this.#params) ?? [],
				...(key === undefined ? {} : { key }),
			})
			this.#reply = { method, call }
			this.#scroll.edge('first')
			const result = (parseJson(call.body) as { readonly result?: { readonly hash?: unknown } | null } | null)?.result
			if (method.startsWith('eth_getBlockBy') && typeof result?.hash === 'string') this.#seenHash = result.hash
		} finally {
			this.#sending = false
		}
	}

	#editParams(): void {
		const { app } = this.#model
		const method = this.#method
		app.show(
			new Form(app, {
				title: `Parameters of ${method}`,
				action: 'keep',
				fields: [
					{
						id: 'params',
						label: 'parameters',
						kind: 'multiline',
						rows: 3,
						initial: this.#params,
						validate: (value) => (paramsOf(value) === undefined ? 'a JSON array such as ["latest", false]' : undefined),
						hint: () => 'a JSON array',
					},
				],
				submit: ({ params = '' }, form) => {
					this.#edited.set(method, params)
					form.close()
				},
			}),
		)
	}

	#askKey(): void {
		const { app } = this.#model
		app.show(
			new Form(app, {
				title: 'Key for the console',
				action: 'use',
				intro: ['It is kept in memory until the app ends, never written anywhere.'],
				fields: [
					{
						id: 'key',
						label: 'key',
						kind: 'secret',
						validate: (value) => (/^ck_live_\S+$/.test(value.trim()) ? undefined : 'a key starts with ck_live_'),
					},
				],
				submit: ({ key = '' }, form) => {
					this.#model.freshKeys.set(this.#application.id, key.trim())
					form.close()
				},
			}),
		)
	}
}

function paramsOf(text: string): readonly unknown[] | undefined {
	const value = parseJson(text)
	return Array.isArray(value) ? value : undefined
}
