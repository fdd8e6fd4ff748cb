import { completion } from './completion.ts'
import type { CommandSpec } from './defineCommand.ts'
import { accountCommands } from './endpoints/accountCommands.ts'
import { applicationCommands } from './endpoints/applicationCommands.ts'
import { routeCommands } from './endpoints/routeCommands.ts'
import { endpointsServe } from './endpoints/serve.ts'
import { ethAbiAdd, ethAbiList, ethAbiRemove } from './eth/ethAbi.ts'
import { ethCall } from './eth/ethCall.ts'
import { ethDeploy } from './eth/ethDeploy.ts'
import { ethBalance, ethCode, ethLogs, ethTrace } from './eth/ethRead.ts'
import { ethSend } from './eth/ethSend.ts'
import { faucet } from './keys/faucet.ts'
import { keysAdd, keysDelete, keysExport, keysImport, keysList, keysRename, keysShow } from './keys/keys.ts'
import { labelList, labelRemove, labelSet } from './keys/label.ts'
import { logs } from './live/logs.ts'
import { watch } from './live/watch.ts'
import { abci } from './node/abci.ts'
import { config } from './node/config.ts'
import { debugReplay } from './node/debugReplay.ts'
import { doctor } from './node/doctor.ts'
import { exportGenesis, validateGenesis } from './node/genesis.ts'
import { init, reset } from './node/init.ts'
import { nodeJoin, nodeLeave, nodeLogs, nodeReset, nodeStatus } from './node/networkNode.ts'
import { requests } from './node/requests.ts'
import { rpcAdd, rpcCompare, rpcEdit, rpcList, rpcRemove, rpcTest, rpcUse } from './node/rpc.ts'
import { rewind, snapshotCreate, snapshotDelete, snapshotList, snapshotRestore } from './node/snapshot.ts'
import { start } from './node/start.ts'
import { status } from './node/status.ts'
import { testnetInit, testnetStart } from './node/testnet.ts'
import { verify } from './node/verify.ts'
import { getGreeting, listGreetings, queryAccount, queryBalances, queryBlock, queryTotal } from './query/query.ts'
import { queryTx, queryTxs } from './query/queryTx.ts'
import { actAs } from './tx/actAs.ts'
import { greet } from './tx/greet.ts'
import { bankSend, createGreeting } from './tx/sendTx.ts'
import { txBroadcast, txDecode, txEncode, txMultisign, txSign, txSimulate } from './tx/tx.ts'
import { account } from './upgrade/account.ts'
import { convert } from './upgrade/convert.ts'
import { importGenesis } from './upgrade/importGenesis.ts'
import { migrate } from './upgrade/migrate.ts'
import { migrationReport } from './upgrade/migrationReport.ts'
import { rehearse } from './upgrade/rehearse.ts'

/** A word with subcommands, such as `tx greet`. */
export interface CommandGroup {
	/** Path below the program: `[]` for the program itself, `['tx', 'greet']`. */
	readonly path: readonly string[]
	readonly description: string
	readonly aliases?: readonly string[]
	readonly commands: readonly CommandSpec[]
}

/** All commands by path. A new command is one line here. */
export const commandGroups: readonly CommandGroup[] = [
	{
		path: [],
		description: '',
		commands: [
			start,
			abci,
			init,
			reset,
			rewind,
			verify,
			exportGenesis,
			migrate,
			importGenesis,
			validateGenesis,
			status,
			requests,
			greet,
			watch,
			logs,
			faucet,
			account,
			actAs,
			migrationReport,
			rehearse,
			convert,
			config,
			doctor,
			completion,
		],
	},
	{
		path: ['keys'],
		description: 'manage the keys of the home',
		commands: [keysAdd, keysList, keysShow, keysRename, keysDelete, keysExport, keysImport],
	},
	{
		path: ['tx'],
		description: 'transactions subcommands',
		commands: [txSign, txMultisign, txBroadcast, txEncode, txDecode, txSimulate],
	},
	{ path: ['tx', 'greet'], description: 'greet transactions subcommands', commands: [createGreeting] },
	{ path: ['tx', 'bank'], description: 'bank transaction subcommands', commands: [bankSend] },
	{
		path: ['query'],
		description: 'querying subcommands',
		aliases: ['q'],
		commands: [queryAccount, queryTx, queryTxs, queryBlock],
	},
	{
		path: ['query', 'greet'],
		description: 'querying commands for the greet module',
		commands: [listGreetings, getGreeting],
	},
	{ path: ['query', 'auth'], description: 'querying commands for the auth module', commands: [queryAccount] },
	{
		path: ['query', 'bank'],
		description: 'querying commands for the bank module',
		commands: [queryBalances, queryTotal],
	},
	{
		path: ['endpoints'],
		description: 'private JSON-RPC endpoints: accounts and bills',
		commands: [endpointsServe, ...accountCommands],
	},
	{
		path: ['endpoints', 'projects'],
		description: 'projects that hold applications',
		commands: routeCommands('projects'),
	},
	{ path: ['endpoints', 'members'], description: "a project's team", commands: routeCommands('members') },
	{
		path: ['endpoints', 'invitations'],
		description: 'invitations into teams and offers of projects',
		commands: routeCommands('invitations'),
	},
	{ path: ['endpoints', 'apps'], description: 'applications: endpoints on a network', commands: applicationCommands },
	{ path: ['endpoints', 'keys'], description: 'API keys of an application', commands: routeCommands('keys') },
	{
		path: ['rpc'],
		description: 'places to talk to: nodes, REST and EVM servers; --node takes their names',
		commands: [rpcAdd, rpcList, rpcTest, rpcEdit, rpcRemove, rpcUse, rpcCompare],
	},
	{ path: ['label'], description: 'labels of addresses', commands: [labelSet, labelList, labelRemove] },
	{
		path: ['eth'],
		description: 'contracts of the EVM: call, send, deploy, events, traces',
		commands: [ethCall, ethSend, ethDeploy, ethLogs, ethTrace, ethBalance, ethCode],
	},
	{
		path: ['eth', 'abi'],
		description: 'ABIs of contracts, kept in the home',
		commands: [ethAbiAdd, ethAbiList, ethAbiRemove],
	},
	{
		path: ['snapshot'],
		description: 'named states of the chain to go back to',
		commands: [snapshotCreate, snapshotList, snapshotRestore, snapshotDelete],
	},
	{
		path: ['node'],
		description: 'a node of a network of real engines: its two programs, homes and keys',
		commands: [nodeJoin, nodeStatus, nodeLogs, nodeReset, nodeLeave],
	},
	{ path: ['testnet'], description: 'networks of real engines', commands: [testnetInit, testnetStart] },
	{ path: ['debug'], description: 'tools for developers of the chain', commands: [debugReplay] },
]
