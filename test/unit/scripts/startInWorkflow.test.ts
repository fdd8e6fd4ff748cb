import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-action-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the step of action.yml as a workflow does, with the built program. */
function step(variables: Readonly<Record<string, string>>) {
	return spawnSync('bash', [join('scripts', 'startInWorkflow.sh')], {
		encoding: 'utf8',
		timeout: 55_000,
		env: {
			...process.env,
			TMPDIR: folder,
			GITHUB_OUTPUT: join(folder, 'output'),
			GITHUB_ENV: join(folder, 'env'),
			CHAIN_PROGRAM: `${process.execPath} bin/chain-tui.js`,
			...variables,
		},
	})
}

/** Ends the chain and waits until its process is gone, so that nothing is written into the folder any more. */
async function end(pid: number): Promise<void> {
	process.kill(pid)
	await expect.poll(() => readdirSync('/proc').includes(String(pid))).toBe(false)
}

it('the step of the workflow gives the addresses of a chain that answers', async () => {
	const { status, stderr } = step({ CHAIN_FLAGS: '--chain-id chain_2222-1 --block-mode instant' })
	expect([status, stderr]).toEqual([0, ''])
	const values = Object.fromEntries(
		['output', 'env'].flatMap((name) =>
			readFileSync(join(folder, name), 'utf8')
				.trim()
				.split('\n')
				.map((line) => line.split(/=(.*)/s).slice(0, 2)),
		),
	)
	try {
		expect(values['rpc-url']).toBe(values.CHAIN_RPC_URL)
		const reply = await fetch(`${values['rpc-url']}/status`)
		expect(await reply.json()).toMatchObject({ result: { node_info: { network: 'chain_2222-1' } } })
		expect((await fetch(`${values['rest-url']}/healthz`)).status).toBe(200)
		expect(values['eth-url']).toMatch(/^http:/)
		expect(values['grpc-url']).toMatch(/^127\.0\.0\.1:\d+$/)
	} finally {
		await end(Number(values.CHAIN_PROCESS))
	}
})

it('the step of the workflow fails with the chain’s own words where it cannot start', () => {
	const { status, stderr } = step({ CHAIN_FLAGS: '--block-mode never' })
	expect(status).toBe(1)
	expect(stderr).toContain('The chain ended before it was ready:')
	expect(stderr).toContain('--block-mode')
})
