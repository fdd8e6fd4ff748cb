import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { EngineClient } from '../../engineRpc/EngineClient.ts'
import { type NetworkNode, nodeLogs } from '../home/networkNode.ts'

const betweenLooksMs = 1_000

/** Tells how far a new node is, whenever it is farther: snapshot, blocks, caught up. Ends there, or with the signal. */
export async function followSync(
	node: NetworkNode,
	onStep: (text: string) => void,
	signal: AbortSignal,
): Promise<void> {
	const others = node.others.map((url) => new EngineClient(url))
	let told = ''
	const tell = (text: string): void => {
		if (text !== told) onStep(text)
		told = text
	}
	while (!signal.aborted) {
		const own = await syncOf(node.client)
		// Nobody else may answer: the newest block that is known is then its own.
		const heights = [own, ...(await Promise.all(others.map(syncOf)))].flatMap((sync) => sync?.height ?? [])
		const newest = Math.max(...heights)
		if (own === undefined) tell('the engine does not answer yet')
		else if (!own.catchingUp && own.height > 0) {
			tell(`caught up at height ${own.height}`)
			return
		} else if (own.height === 0) tell(snapshotStep(node) ?? 'looking for peers, snapshots and blocks')
		else tell(`block ${own.height} of ${newest} (${Math.floor((100 * own.height) / newest)} %)`)
		await wait(betweenLooksMs, undefined, { signal }).catch(() => undefined)
	}
}

/** What an engine says of its height; undefined if it does not answer within 2 s. */
export async function syncOf(
	client: EngineClient,
): Promise<{ readonly height: number; readonly catchingUp: boolean } | undefined> {
	return client.call('status', {}, 2_000).then(
		({ sync_info }) => ({ height: Number(sync_info.latest_block_height), catchingUp: sync_info.catching_up }),
		() => undefined,
	)
}

/** What the application logged last of a snapshot that it takes over; undefined if nothing. */
function snapshotStep(node: NetworkNode): string | undefined {
	try {
		const lines = readFileSync(nodeLogs(node).app.at(-1)!, 'utf8').split('\n')
		const last = lines.findLast((line) => line.includes('"source":"snapshots"'))
		return (JSON.parse(last ?? '') as { readonly msg: string }).msg
	} catch {
		return undefined
	}
}
