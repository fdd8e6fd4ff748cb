import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** What help and completion must not wait for: tables of protobuf, schemas, the client, cryptography. */
const heavy = /^(src\/gen\/|src\/client\/|@bufbuild\/|zod|@noble\/|@cosmjs\/|viem|@ethereumjs\/)/

it('the shell loads none of its heavy parts before a command runs', async () => {
	const { metafile } = await build({
		entryPoints: ['src/cli/runCli.ts'],
		...{ bundle: true, write: false, metafile: true, format: 'esm', platform: 'node', packages: 'external' },
		...{ splitting: true, outdir: 'dist', logLevel: 'silent' },
	})
	const loaded = new Map<string, string>([['src/cli/runCli.ts', '']])
	for (const [file, by] of loaded) {
		for (const { path, kind } of metafile.inputs[file]?.imports ?? []) {
			if (kind !== 'dynamic-import' && !loaded.has(path)) loaded.set(path, `${file} <- ${by}`)
		}
	}
	const found = [...loaded].filter(([file]) => heavy.test(file)).map(([file, by]) => `${file} <- ${by}`)
	expect(loaded.size).toBeGreaterThan(50)
	expect(found).toEqual([])
})
