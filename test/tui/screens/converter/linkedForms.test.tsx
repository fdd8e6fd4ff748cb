import { afterEach, describe, expect, it } from 'vitest'
import type { ConverterModel } from '../../../../src/tui/screens/converter/ConverterModel.ts'
import { ConverterScreen } from '../../../../src/tui/screens/converter/ConverterScreen.tsx'
import { recordedBody, recordedState } from '../../support/recordedTx.ts'
import { type RenderedPart, renderPart } from '../../support/renderPart.tsx'
import { type TestApp, testApp } from '../../support/testApp.ts'

describe('the forms of a transaction side by side', () => {
	let t: TestApp
	let part: RenderedPart
	afterEach(async () => {
		part.unmount()
		await t.stop()
	})

	const model = (): ConverterModel => t.app.screens.find(({ id }) => id === 'converter')!.model as ConverterModel

	/** The screen by itself, with a recorded transaction on it. */
	async function shown(width: number, height: number, text = recordedBody('sync accepted')): Promise<RenderedPart> {
		t = await testApp({ columns: width, rows: height + 3, keys: ['alice'] })
		t.chain.known = recordedState()
		t.app.open('converter')
		t.event({ type: 'paste', text })
		await t.until(() => model().conversion !== undefined && !model().busy)
		part = renderPart(<ConverterScreen model={model()} />, { app: t.app, width, height })
		return part
	}

	/** Puts the cursor of the part that has the keys on a path. */
	function goTo(side: 'source' | 'result', path: string): void {
		const { forms } = model()
		expect(forms?.tree(side).select(path)).toBe(true)
		forms?.follow(side)
		t.app.touch()
	}

	it('lights on the other side what the field under the cursor becomes, and says both paths', async () => {
		await shown(100, 60)
		goTo('source', '.tx.fee.gas')
		const row = part
			.text()
			.split('\n')
			.find((line) => line.includes('"gas":'))!
		expect(row).toMatch(/● {5,}"gas": "300000"/)
		expect(part.text()).toMatch(/│ ◆ {5,}"gas_limit": "300000"/)
		expect(part.text()).toContain('● .tx.fee.gas → ◆ .auth_info.fee.gas_limit · renamed')
		expect(part.text()).toContain('● here  ◆ the same on the other side  ○ only on this side')
		expect(part.text().match(/◆ {5,}"/g)).toHaveLength(1)
	})

	it('lights several where a field is split, and what it is in where that is folded', async () => {
		await shown(100, 80)
		goTo('source', '.tx.signatures[0]')
		expect(part.text()).toContain('● .tx.signatures[0] → ◆ .auth_info.signer_infos[0]  ◆ .signatures[0]')
		const lit = (): readonly string[] =>
			part
				.text()
				.split('\n')
				.filter((line) => /[│ ] ◆ /.test(line) && !line.includes('→'))
		expect(lit().filter((line) => line.includes('the same on') === false)).toHaveLength(2)
		goTo('result', '.auth_info')
		model().forms!.tree('result').toggle()
		goTo('source', '.tx.fee.gas')
		expect(part.text()).toMatch(/◆ {2,}▸ "auth_info": \{ 2 members \}/)
	})

	it('says why a field is on one side only, and lights nothing', async () => {
		await shown(100, 60)
		goTo('source', '.mode')
		expect(part.text()).toContain('○ .mode · no part of the transaction: it says when the node replies')
		expect(part.text()).toMatch(/│ ○ +"mode": "sync"/)
		t.press('tab')
		goTo('result', '.auth_info.signer_infos[0].sequence')
		expect(part.text()).toContain('○ .auth_info.signer_infos[0].sequence · the chain’s number of the signer')
	})

	it('goes with the keys, from either side, and Tab goes over to what was lit', async () => {
		await shown(100, 60)
		t.press('j', 'j', 'j')
		const { path, to } = model().forms!.field('source')
		expect(path).toBe('.tx.msg[0]')
		t.press('tab')
		expect(model().pane).toBe('result')
		expect(model().forms!.field('result').path).toBe(to[0])
		t.press('j')
		expect(model().forms!.tree('source').selected?.path).toBe('.tx.msg[0].type')
		expect(part.text()).toContain('● .body.messages[0].@type → ◆ .tx.msg[0].type · the amino name becomes the URL')
		t.press('z')
		expect(part.text()).toContain('▸ { 3 members }')
	})

	it('shows one side at 80x24, the legend and both paths below it, and the other one behind Tab', async () => {
		await shown(80, 21)
		goTo('source', '.tx.fee.gas')
		expect(part.text()).toMatch(/● {5,}"gas": "300000"/)
		expect(part.text()).toContain('● .tx.fee.gas → ◆ .auth_info.fee.gas_limit · renamed')
		expect(part.text()).toContain('✓ 9 steps hold')
		t.press('tab')
		expect(part.text()).toMatch(/● {5,}"gas_limit": "300000"/)
		expect(part.text()).toContain('● .auth_info.fee.gas_limit → ◆ .tx.fee.gas · renamed')
		for (const line of part.text().split('\n')) expect(line.length).toBeLessThanOrEqual(80)
	})

	it('joins the fields of bytes that are turned back in the same way', async () => {
		await shown(100, 60)
		const bytes = Buffer.from(model().proto!.bytes).toString('base64')
		t.event({ type: 'paste', text: bytes })
		await t.until(() => model().conversion?.direction === 'backward')
		goTo('source', '.body.memo')
		expect(part.text()).toContain('Legacy form')
		expect(part.text()).toContain('● .body.memo → ◆ .memo')
	})

	it('shows a text as it is where there are no two forms, or where a tree would tell it otherwise', async () => {
		await shown(100, 60, recordedBody('sync accepted').replace('"mode":"sync"', '"mode":"sync","mode":"sync"'))
		expect(model().forms).toBeUndefined()
		t.event({ type: 'paste', text: '{"tx":{}' })
		await t.until(() => model().conversion !== undefined)
		expect(model().forms).toBeUndefined()
		expect(part.text()).not.toContain('● here')
	})

	it('keeps cursor and folds when the chain makes a block and the text is checked again', async () => {
		await shown(100, 60)
		goTo('source', '.tx.fee.gas')
		const before = model().forms
		model().check()
		await t.until(() => !model().busy)
		expect(model().forms).toBe(before)
	})
})
