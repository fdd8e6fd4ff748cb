import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** What help and completion must not wait for: tables of protobuf, schemas, the client, cryptography. */
const heavy = /^(src\/gen\/|src\/client\/|@bufbuild\/|zod|@noble\/|@cosmjs\/|viem|@ethereumjs\/)/

/** The modules that a module needs before it runs, with the way that each is reached by. */
async function loadedWith(entry: string): Promise<ReadonlyMap<string, string>> {
	const { metafile } = await build({
		entryPoints: [entry],
		...{ bundle: true, write: false, metafile: true, format: 'esm', platform: 'node', packages: 'external' },
		...{ splitting: true, outdir: 'dist', logLevel: 'silent' },
	})
	const loaded = new Map<string, string>([[entry, '']])
	for (const [file, by] of loaded) {
		for (const { path, kind } of metafile.inputs[file]?.imports ?? []) {
			if (kind !== 'dynamic-import' && !loaded.has(path)) loaded.set(path, `${file} <- ${by}`)
		}
	}
	return loaded
}

it('the shell loads none of its heavy parts before a command runs', async () => {
	const loaded = await loadedWith('src/cli/runCli.ts')
	const found = [...loaded].filter(([file]) => heavy.test(file)).map(([file, by]) => `${file} <- ${by}`)
	expect(loaded.size).toBeGreaterThan(50)
	expect(found).toEqual([])
})

it('a command that asks a node loads its connection without protobuf, and no http client of its own', async () => {
	const loaded = await loadedWith('src/client/askNode.ts')
	expect(loaded.has('src/client/rpc/remoteConnection.ts')).toBe(true)
	expect([...loaded.keys()].filter((file) => /^(src\/gen\/|src\/codec\/|@bufbuild\/|ws$)/.test(file))).toEqual([])
})

it('a node of a chain without an EVM loads neither the interpreter nor a gRPC client', async () => {
	for (const entry of ['src/node/worker.ts', 'src/node/threads/servingWorker.ts']) {
		const loaded = await loadedWith(entry)
		const found = [...loaded].filter(([file]) => /^(@ethereumjs\/(evm|util|common)|@grpc\/)/.test(file))
		expect(loaded.size).toBeGreaterThan(50)
		expect(found.map(([file, by]) => `${file} <- ${by}`)).toEqual([])
	}
})
