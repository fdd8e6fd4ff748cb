import { expect, it } from 'vitest'
import type { RequestDetail, RequestSummary } from '../../../../src/client/index.ts'
import { OpenedRequest } from '../../../../src/tui/screens/requests/OpenedRequest.ts'
import { RequestDetails } from '../../../../src/tui/screens/requests/RequestDetails.tsx'
import type { RequestsModel } from '../../../../src/tui/screens/requests/RequestsModel.ts'
import { firstRequest } from '../../../../src/tui/screens/requests/requestsCommands.ts'
import { kitApp } from '../../support/kitApp.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { renderPart } from '../../support/renderPart.tsx'

const summary = {
	...{
		id: 7,
		time: '2026-01-02T03:04:05.678Z',
		listener: 'rpc',
		method: 'POST',
		path: '/',
		calls: 'status',
		status: 200,
		ms: 3.21,
	},
	...{ from: '127.0.0.1', agent: 'curl/8', replyBytes: 9, requestBytes: 7 },
} as unknown as RequestSummary
const detail = { reply: '{"a":1}', body: '[1]', cut: false, headers: [['host', 'x']] } as unknown as RequestDetail

/** The opened request, with the names of the colours of its rows. */
function drawn(opened: OpenedRequest, height: number, isOpen = true): readonly string[] {
	const model = { reading: isOpen ? opened : undefined } as unknown as RequestsModel
	const app = kitApp({ theme: namedTheme })
	return named(renderPart(<RequestDetails model={model} reading={opened} />, { app, width: 60, height }).frame())
		.replaceAll('‹borderActive:│›', '│')
		.replaceAll('‹border:│›', '│')
		.split('\n')
		.map((row) => row.replace(/^│ (.*) │$/, '$1').trimEnd())
}

/** The rows below what was asked and its outcome, without the frame. */
function parts(opened: OpenedRequest, height: number, isOpen = true): readonly string[] {
	return drawn(opened, height, isOpen)
		.filter((row) => row !== '')
		.slice(6, -1)
}

it('an opened request has what was asked and its outcome above the part in front, and where there is room both parts', () => {
	const opened = new OpenedRequest(summary, detail)
	expect(drawn(opened, 12)).toEqual([
		'‹borderActive:╭─ ›‹accent:status›‹borderActive: ───────────────────────›‹muted: [reply] request headers ›‹borderActive:─╮›',
		'‹muted:asked   ›POST /  ‹muted:RPC›',
		'‹muted:status  ›‹good:✓ 200› in 3.2 ms',
		'‹muted:when    ›2026-01-02 03:04:05 UTC',
		'‹muted:from    ›127.0.0.1 · curl/8',
		'',
		'‹accent:reply›  ‹muted:9 bytes›',
		'‹selected:▾ {                                                     ›',
		'    ‹muted:"a": ›‹chart2:1›',
		'  }',
		'',
		'‹borderActive:╰──────────────────────────────────────────────────────────╯›',
	])
	expect(drawn(opened, 32).filter((row) => row !== '')).toEqual([
		'‹borderActive:╭─ ›‹accent:status›‹borderActive: ───────────────────────›‹muted: [reply] request headers ›‹borderActive:─╮›',
		'‹muted:asked   ›POST /  ‹muted:RPC›',
		'‹muted:status  ›‹good:✓ 200› in 3.2 ms',
		'‹muted:when    ›2026-01-02 03:04:05 UTC',
		'‹muted:from    ›127.0.0.1 · curl/8',
		'‹strong:request›  ‹muted:7 bytes›',
		'▾ [',
		'    ‹chart2:1›',
		'  ]',
		'‹accent:reply›  ‹muted:9 bytes›',
		'‹selected:▾ {                                                     ›',
		'    ‹muted:"a": ›‹chart2:1›',
		'  }',
		'‹borderActive:╰──────────────────────────────────────────────────────────╯›',
	])
	opened.nextPart()
	expect(parts(opened, 32)).toEqual([
		'‹selected:▾ [                                                     ›',
		'    ‹chart2:1›',
		'  ]',
		'‹strong:reply›  ‹muted:9 bytes›',
		'▾ {',
		'    ‹muted:"a": ›‹chart2:1›',
		'  }',
	])
	opened.nextPart()
	expect(parts(opened, 32)).toEqual([
		'‹selected:▾ {                                                     ›',
		'    ‹muted:"host": ›‹good:"x"›',
		'  }',
	])
	expect(parts(opened, 12, false)).toEqual(['▾ {', '    ‹muted:"host": ›‹good:"x"›', '  }'])
})

it('a request without a body has one part alone, and one that failed says how', () => {
	const opened = new OpenedRequest(
		{ ...summary, status: 404, agent: '' } as RequestSummary,
		{ ...detail, body: '', reply: '' } as RequestDetail,
	)
	expect(
		drawn(opened, 32)
			.filter((row) => row !== '')
			.slice(1, -1),
	).toEqual([
		'‹muted:asked   ›POST /  ‹muted:RPC›',
		'‹muted:status  ›‹bad:✗ 404› in 3.2 ms',
		'‹muted:when    ›2026-01-02 03:04:05 UTC',
		'‹muted:from    ›127.0.0.1',
		'‹accent:reply›  ‹muted:9 bytes›',
		'‹muted:nothing›',
	])
})

it('the first request that one can send is to REST, else to the JSON-RPC, and none where neither is served', () => {
	const first = (listeners?: object): string | undefined =>
		firstRequest({ app: { state: { status: listeners && { listeners } } } } as unknown as RequestsModel)
	expect(first({ rest: 'http://a:1317', rpc: 'http://a:26657' })).toBe('curl http://a:1317/node_info')
	expect(first({ rpc: 'http://a:26657' })).toBe('curl http://a:26657/status')
	expect([first({}), first()]).toEqual([undefined, undefined])
})
