import { create, createFileRegistry, type DescMethod, type FileRegistry, fromBinary } from '@bufbuild/protobuf'
import { type FileDescriptorProto, FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withReflectionV1 } from '../../../src/api/grpc/serverReflection.ts'
import { servedFiles } from '../../../src/api/services/descriptors.ts'
import { type ApiNode, startApiNode } from '../support/apiNode.ts'
import { emptyRequest, GrpcClient } from '../support/grpcClient.ts'

/** What a reflection client knows of the answers. */
interface ReflectionAnswer {
	readonly messageResponse:
		| {
				readonly case: 'listServicesResponse'
				readonly value: { readonly service: readonly { readonly name: string }[] }
		  }
		| {
				readonly case: 'fileDescriptorResponse'
				readonly value: { readonly fileDescriptorProto: readonly Uint8Array[] }
		  }
		| {
				readonly case: 'allExtensionNumbersResponse'
				readonly value: { readonly baseTypeName: string; readonly extensionNumber: readonly number[] }
		  }
		| { readonly case: 'errorResponse'; readonly value: { readonly errorCode: number; readonly errorMessage: string } }
}

const services = [
	'chain.greet.v1beta1.Query',
	'cosmos.auth.v1beta1.Query',
	'cosmos.bank.v1beta1.Query',
	'cosmos.base.reflection.v1beta1.ReflectionService',
	'cosmos.base.reflection.v2alpha1.ReflectionService',
	'cosmos.base.tendermint.v1beta1.Service',
	'cosmos.params.v1beta1.Query',
	'cosmos.tx.v1beta1.Service',
	'grpc.reflection.v1.ServerReflection',
	'grpc.reflection.v1alpha.ServerReflection',
]

let node: ApiNode
let client: GrpcClient

beforeAll(async () => {
	node = await startApiNode()
	await node.engine.mine(2)
	client = new GrpcClient(node.grpc.port)
})

afterAll(async () => {
	client.close()
	await node.close()
})

/** A reflection client has this one file of its own; all else it learns from the server. */
function reflectionMethod(version: string): DescMethod {
	const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [...withReflectionV1(servedFiles())] }))
	return registry.getService(`grpc.reflection.${version}.ServerReflection`)!.method.serverReflectionInfo!
}

async function ask(version: string, ...requests: readonly object[]): Promise<ReflectionAnswer['messageResponse'][]> {
	const method = reflectionMethod(version)
	const messages = requests.map((messageRequest) => create(method.input, { messageRequest } as never))
	const answers = await client.stream(method, messages)
	return answers.map((answer) => (answer as unknown as ReflectionAnswer).messageResponse)
}

/** Everything a client learns that asks for each listed service. */
async function learn(version: string): Promise<FileRegistry> {
	const answers = await ask(version, ...services.map((value) => ({ case: 'fileContainingSymbol', value })))
	const files: FileDescriptorProto[] = []
	for (const answer of answers) {
		if (answer.case !== 'fileDescriptorResponse') throw new TypeError(JSON.stringify(answer))
		files.push(...answer.value.fileDescriptorProto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes)))
	}
	const byName = new Map(files.map((file) => [file.name, file]))
	const ordered = new Set<FileDescriptorProto>()
	const visit = (file: FileDescriptorProto) => {
		for (const name of file.dependency) visit(byName.get(name)!)
		ordered.add(file)
	}
	for (const file of byName.values()) visit(file)
	return createFileRegistry(create(FileDescriptorSetSchema, { file: [...ordered] }))
}

describe.each(['v1alpha', 'v1'])('reflection %s', (version) => {
	test('lists exactly what is served, in order', async () => {
		const [answer] = await ask(version, { case: 'listServices', value: '*' })
		expect(answer).toMatchObject({ case: 'listServicesResponse' })
		if (answer?.case === 'listServicesResponse') expect(answer.value.service.map(({ name }) => name)).toEqual(services)
	})

	test('every listed unary method can be called with what the server tells of it', async () => {
		const registry = await learn(version)
		const called: string[] = []
		for (const name of services) {
			const service = registry.getService(name)!
			for (const method of service.methods) {
				if (method.methodKind !== 'unary') continue
				const path = `/${name}/${method.name}`
				const result = await client.call(path, emptyRequest(method.input))
				// No method is unknown, and none fails for a fault of the server.
				expect([12, 13, 14], `${path}: ${result.details}`).not.toContain(result.code)
				if (result.response !== undefined) fromBinary(method.output, result.response)
				called.push(path)
			}
		}
		expect(called).toHaveLength(31)
	})

	test('names what it does not know', async () => {
		const answers = await ask(
			version,
			{ case: 'fileByFilename', value: 'x.proto' },
			{ case: 'fileContainingSymbol', value: 'chain.greet.v1beta1.Msg' },
			{ case: 'fileContainingSymbol', value: 'chain.greet.v1beta1.Query.Nope' },
			{ case: 'allExtensionNumbersOfType', value: 'x' },
			{
				case: 'fileContainingExtension',
				value: { containingType: 'google.protobuf.MethodOptions', extensionNumber: 7 },
			},
		)
		expect(answers.map((answer) => answer.case === 'errorResponse' && answer.value.errorMessage)).toEqual([
			'unknown file: x.proto',
			'unknown symbol: chain.greet.v1beta1.Msg',
			'unknown symbol: chain.greet.v1beta1.Query.Nope',
			'unknown type: "x"',
			'failed to find registered extension for extension number 7',
		])
	})
})

test('reflection serves no method and no field that is newer than the release', async () => {
	const registry = await learn('v1alpha')
	expect(registry.getService('cosmos.tx.v1beta1.Service')!.methods.map(({ name }) => name)).toEqual([
		'Simulate',
		'GetTx',
		'BroadcastTx',
		'GetTxsEvent',
	])
	expect(registry.getMessage('cosmos.tx.v1beta1.AuthInfo')!.fields.map(({ name }) => name)).toEqual([
		'signer_infos',
		'fee',
	])
})

test('reflection sends a file once on a stream, and the asked one always', async () => {
	const ofGreet = { case: 'fileContainingSymbol', value: 'chain.greet.v1beta1.Query' }
	const [first, second] = await ask('v1alpha', ofGreet, ofGreet)
	const count = (answer: typeof first) =>
		answer?.case === 'fileDescriptorResponse' ? answer.value.fileDescriptorProto.length : undefined
	expect(count(first)).toBe(6)
	expect(count(second)).toBe(1)
})

test('reflection finds types that only travel inside an Any, and extensions', async () => {
	const [message, extension, numbers] = await ask(
		'v1alpha',
		{ case: 'fileContainingSymbol', value: 'chain.greet.v1beta1.MsgCreateGreet' },
		{
			case: 'fileContainingExtension',
			value: { containingType: 'google.protobuf.MethodOptions', extensionNumber: 72295728 },
		},
		{ case: 'allExtensionNumbersOfType', value: 'google.protobuf.MethodOptions' },
	)
	expect(message?.case).toBe('fileDescriptorResponse')
	expect(extension?.case).toBe('fileDescriptorResponse')
	expect(numbers).toMatchObject({
		case: 'allExtensionNumbersResponse',
		value: { extensionNumber: expect.arrayContaining([72295728]) },
	})
})

test('reflection refuses a request that asks for nothing', async () => {
	await expect(ask('v1alpha', { case: undefined })).rejects.toMatchObject({
		code: 3,
		details: 'invalid MessageRequest: <nil>',
	})
})
